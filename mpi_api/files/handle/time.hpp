// The time that files take on machines whose time is virtual.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::mpi::internal {

// A request for so many bytes of a file, or for something about it (0). Called before it is made: virtual
// time decides in which order ranks make theirs.
template <class Program>
void spend_access([[maybe_unused]] std::size_t bytes) noexcept {
    if constexpr (requires { Program::machine::access_file(std::int64_t{0}); })
        Program::machine::access_file(static_cast<std::int64_t>(bytes));
}

} // namespace sartor::mpi::internal
