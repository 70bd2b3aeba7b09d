// What find_short_memory() has found of the addresses that calls name most: programs use the same buffers
// again and again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/process/known_memory/heap_changes.hpp"
#include "components/process/known_memory/known_memory.hpp"
#include "components/process/thread_local_model.hpp"

namespace sartor::process {

// Of one thread, the ranks of a worker share it. Addresses with the same slot displace each other.
class RoomMemo {
  public:
    static constexpr std::size_t nothing_known = SIZE_MAX;

    // Whether the memory from the address on is known to be as long, or nothing is known of it. False: it
    // must be looked up.
    [[nodiscard]] bool suffices(const Rank& rank, const void* address, std::size_t bytes) const noexcept {
        const Found& found = each_[slot_of(address)];
        if (found.address != address || found.rank != &rank) [[unlikely]]
            return false;
        if (bytes > found.bytes || found.changes != heap_changes_at(address)) [[unlikely]]
            return false;
        return true;
    }
    // `changes` as they were before it was looked up.
    void keep(const Rank& rank, const void* address, std::size_t bytes, std::uint32_t changes) noexcept {
        each_[slot_of(address)] = {address, &rank, bytes, changes};
    }

  private:
    struct Found {
        const void* address = nullptr;
        const Rank* rank = nullptr; // whose variables were searched
        std::size_t bytes = 0;
        std::uint32_t changes = 0;
    };
    static constexpr unsigned slot_bits = 10;

    [[nodiscard]] static std::size_t slot_of(const void* address) noexcept {
        return reinterpret_cast<std::uintptr_t>(address) * 0x9e3779b97f4a7c15 >> (64 - slot_bits);
    }

    Found each_[1U << slot_bits];
};
extern constinit thread_local RoomMemo room_memo __attribute__((tls_model(SARTOR_THREAD_LOCAL_MODEL)));

// True: find_short_memory() would return false. False: it must be asked.
[[nodiscard]] inline bool surely_has_room(const Rank& rank, const void* address, std::size_t bytes) noexcept {
    if (objects_of_call.count != 0) [[unlikely]]
        if (const auto* object = objects_of_call.find(address); object != nullptr)
            return bytes <= object->bytes;
    return room_memo.suffices(rank, address, bytes);
}

} // namespace sartor::process
