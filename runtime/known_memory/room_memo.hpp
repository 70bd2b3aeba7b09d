// What find_short_memory() has found of the addresses that calls name most: programs use the same buffers
// again and again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/known_memory/heap_changes.hpp"
#include "runtime/known_memory/known_memory.hpp"

namespace sartor::process {

// Of one rank. Addresses with the same slot displace each other.
class RoomMemo {
  public:
    // True: find_short_memory() would return false. False: it must be asked. Not for a null pointer.
    [[nodiscard, gnu::always_inline]] bool surely_has_room(const void* address,
                                                           std::size_t bytes) const noexcept {
        const Found& found = each_[slot_of(address)];
        if (found.address != address || bytes > found.bytes) [[unlikely]]
            return false;
        if (found.changes != found.heap->count.load(std::memory_order_relaxed)) [[unlikely]]
            return false;
        return true;
    }
    // What was found, or more than any buffer has where nothing is known. `changes` of the heap as they were
    // before it was looked up.
    void keep(const void* address, std::size_t bytes, std::uint32_t changes) noexcept {
        each_[slot_of(address)] = {address, bytes, &heap_changes[heap_part_of(address)], changes};
    }
    // The same of what is known now. Mostly it is there already.
    void keep_now(const void* address, std::size_t bytes) noexcept {
        const Found& found = each_[slot_of(address)];
        const std::uint32_t changes = heap_changes_at(address);
        if (found.address != address || found.bytes != bytes || found.changes != changes) [[unlikely]]
            keep(address, bytes, changes);
    }

  private:
    struct Found {
        const void* address = nullptr; // no buffer's
        std::size_t bytes = 0;
        const HeapChanges* heap = nullptr;
        std::uint32_t changes = 0;
    };
    static constexpr unsigned slot_bits = 10; // fewer: halos have buffers that displace each other

    [[nodiscard]] static std::size_t slot_of(const void* address) noexcept {
        return reinterpret_cast<std::uintptr_t>(address) * 0x9e3779b97f4a7c15 >> (64 - slot_bits);
    }

    Found each_[1U << slot_bits];
};

} // namespace sartor::process
