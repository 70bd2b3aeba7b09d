// Memory that the interface gives to the program: counted on machines whose memories are.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace sartor::mpi {

// For any object when no alignment is given, a power of two. To be given back by std::free(). Null: no
// memory.
template <class Program>
[[nodiscard]] void* allocate_for_program(std::size_t bytes,
                                         std::size_t alignment = alignof(std::max_align_t)) noexcept {
    const std::size_t whole = (bytes / alignment + 1) * alignment;
    if constexpr (requires { Program::machine::allocate_for_program(alignment, whole); })
        return Program::machine::allocate_for_program(alignment, whole);
    return alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, whole) : std::malloc(whole);
}

} // namespace sartor::mpi
