// Memory that the processes of sartor run --processes share: for each two of them a ring of bytes, for each
// one a bell that wakes it. The launcher makes it; nothing of it is in a file system.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "transports/fabric/carriers/rings/bell.hpp"

#include <sys/mman.h>

namespace sartor::channel::fabric {

class RingMemory {
  public:
    // Of each ring. Pages that nothing was written to take no memory.
    static constexpr std::size_t ring_bytes = std::size_t{256} << 10;

    // In bytes since the ring began; in a cache line of its own.
    struct alignas(64) Position {
        std::atomic<std::uint64_t> bytes;
    };

    // Whole pages.
    [[nodiscard]] static std::size_t bytes(int processes) noexcept {
        constexpr std::size_t page = 4096;
        const auto count = static_cast<std::size_t>(processes);
        const std::size_t all = count * sizeof(Bell) + count * count * (sizeof(Position) + ring_bytes);
        return (all + page - 1) / page * page;
    }
    // Parts of it.
    struct Range {
        std::size_t offset;
        std::size_t bytes;
    };
    [[nodiscard]] static Range ring_between(int from, int to, int processes) noexcept {
        const auto count = static_cast<std::size_t>(processes);
        const std::size_t before = count * sizeof(Bell) + count * count * sizeof(Position);
        return {before + index(from, to, count) * ring_bytes, ring_bytes};
    }
    [[nodiscard]] static Range rings_to(int process, int processes) noexcept {
        return {ring_between(0, process, processes).offset, static_cast<std::size_t>(processes) * ring_bytes};
    }
    // Memory behind a descriptor from `offset` on, of bytes(processes), zero at first. False: it can't be
    // mapped.
    [[nodiscard]] bool map(int descriptor, std::size_t offset, int processes) noexcept {
        void* memory = mmap(nullptr, bytes(processes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                            descriptor, static_cast<off_t>(offset));
        if (memory == MAP_FAILED) return false;
        processes_ = static_cast<std::size_t>(processes);
        bells_ = static_cast<Bell*>(memory);
        read_ = reinterpret_cast<Position*>(bells_ + processes_);
        rings_ = reinterpret_cast<char*>(read_ + processes_ * processes_);
        return true;
    }
    [[nodiscard]] bool exists() const noexcept { return bells_ != nullptr; }
    // Processes that it is for.
    [[nodiscard]] std::size_t most() const noexcept { return processes_; }

    // Wakes a process when something was written for it.
    [[nodiscard]] Bell& bell(int process) const noexcept { return bells_[process]; }
    // What the second process has read of that which the first one has written for it.
    [[nodiscard]] Position& read(int from, int to) const noexcept { return read_[index(from, to)]; }
    [[nodiscard]] char* ring(int from, int to) const noexcept {
        return rings_ + index(from, to) * ring_bytes;
    }

  private:
    [[nodiscard]] static std::size_t index(int from, int to, std::size_t processes) noexcept {
        return static_cast<std::size_t>(to) * processes + static_cast<std::size_t>(from);
    }
    [[nodiscard]] std::size_t index(int from, int to) const noexcept { return index(from, to, processes_); }

    std::size_t processes_ = 0;
    Bell* bells_ = nullptr;
    Position* read_ = nullptr;
    char* rings_ = nullptr;
};

} // namespace sartor::channel::fabric
