// Memory that the MPI library takes for a rank: its tables, and data as long as a call lasts; likewise the
// layer of <sartor/aos.h>. On machines whose memories are counted it counts as the library's part of the
// memory of the running rank's cluster, until it is freed.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace sartor {

namespace internal {
// Linked into executables for machines with counted memories. Reports the first time in each cluster that
// there is no room.
[[gnu::weak]] void* allocate_counted(std::size_t alignment, std::size_t bytes) noexcept;
} // namespace internal

[[nodiscard]] inline bool counts_library_memory() noexcept {
    return &internal::allocate_counted != nullptr;
}

// To be given back by std::free(). Null: there is no room.
[[nodiscard, gnu::noinline]] inline void* allocate_for_library(std::size_t bytes) noexcept {
    if (!counts_library_memory()) return std::malloc(bytes);
    return internal::allocate_counted(alignof(std::max_align_t), bytes);
}

// The same, aligned to a power of two of which `bytes` is a multiple.
[[nodiscard]] inline void* allocate_for_library(std::size_t bytes, std::size_t alignment) noexcept {
    if (!counts_library_memory()) return std::aligned_alloc(alignment, bytes);
    return internal::allocate_counted(alignment, bytes);
}

[[nodiscard]] inline void* allocate_zeros_for_library(std::size_t count, std::size_t bytes) noexcept {
    if (!counts_library_memory()) return std::calloc(count, bytes);
    std::size_t all = 0;
    if (__builtin_mul_overflow(count, bytes, &all)) return nullptr;
    void* const memory = allocate_for_library(all);
    if (memory != nullptr) std::memset(memory, 0, all);
    return memory;
}

// Of memory from here, or of none.
[[nodiscard]] inline void* resize_for_library(void* memory, std::size_t bytes) noexcept {
    return memory == nullptr ? allocate_for_library(bytes) : std::realloc(memory, bytes);
}

} // namespace sartor
