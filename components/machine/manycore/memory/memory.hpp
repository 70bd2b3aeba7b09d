// What the memory of each cluster and I/O subsystem is used for, counted as the program and the library take
// it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::machine::manycore {

enum class Use : std::uint8_t { text, globals, stacks, heap, library, count };

// The memory of one cluster, or of an I/O subsystem.
struct ClusterMemory {
    std::int64_t used[static_cast<int>(Use::count)] = {};
    std::int64_t total = 0;
    std::int64_t peak = 0;
    std::int64_t at_peak[static_cast<int>(Use::count)] = {};
    std::int64_t refused = 0; // allocations that found no room

    void take(Use use, std::int64_t bytes) noexcept;
    void put_back(Use use, std::int64_t bytes) noexcept;
};

// Before the ranks run: each rank's globals and stack, and for each cluster one text. Ends the run when that
// alone does not fit.
void charge_images() noexcept;

// By the running rank's program. False: there is no room, and that was said if it is the first time.
[[nodiscard]] bool take_heap(std::size_t bytes, int& node) noexcept;
void put_back_heap(std::size_t bytes, int node) noexcept;

// Stacks of more threads of the running rank. False: there is no room.
[[nodiscard]] bool take_stacks(int count) noexcept;

// The library's buffers at a node: they are there in any case, and only counted.
void take_buffer(int node, std::int64_t bytes) noexcept;
void put_back_buffer(int node, std::int64_t bytes) noexcept;

} // namespace sartor::machine::manycore
