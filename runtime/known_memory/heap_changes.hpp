// When blocks of malloc's come and go: what was found of an address is kept until then (room_memo.hpp).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sartor::process {

// Blocks are counted apart by the part that their first address belongs to.
inline constexpr std::size_t heap_parts = 64;

[[nodiscard]] inline std::size_t heap_part_of(const void* address) noexcept {
    return (reinterpret_cast<std::uintptr_t>(address) >> 4) % heap_parts;
}

// Of each part a line of the cache of its own: threads allocate at the same time.
struct alignas(64) HeapChanges {
    std::atomic<std::uint32_t> count{0};
};
extern constinit HeapChanges heap_changes[heap_parts];

// A block that begins at this address has come or is about to go.
inline void count_heap_change(const void* address) noexcept {
    heap_changes[heap_part_of(address)].count.fetch_add(1, std::memory_order_relaxed);
}
[[nodiscard]] inline std::uint32_t heap_changes_at(const void* address) noexcept {
    return heap_changes[heap_part_of(address)].count.load(std::memory_order_relaxed);
}

} // namespace sartor::process
