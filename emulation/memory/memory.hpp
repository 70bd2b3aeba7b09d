// The use of the memory of each cluster and I/O subsystem, accounted as the program and the library allocate
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace sartor::machine::manycore {

// os: the operating system's part; mpi: code and constants of the MPI library; heap: malloc and mmap;
// library: the MPI library's state, tables and buffers.
enum class Use : std::uint8_t { os, text, mpi, globals, stacks, heap, library, count };

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

// Called before the ranks run: accounts each rank's globals, stack and state of the library, and one
// operating system, one MPI library and one text for each cluster. Ends the run when these alone do not fit.
void charge_images(std::size_t state_bytes) noexcept;

// Called by the running rank's program. False: there is no room, which is reported the first time in each
// cluster with what comes of it: "malloc returns NULL". `node`: where it is counted.
[[nodiscard]] bool take_heap(std::size_t bytes, const char* outcome, int& node) noexcept;
void put_back_heap(std::size_t bytes, int node) noexcept;

// A rank's stack has been used down to this address, or up to `deepest` bytes from its end: what of it goes
// beyond stack_bytes is accounted. Ends the run when there is no room.
void note_stack(int rank, std::int64_t deepest) noexcept;

// Memory that the library allocates for the running rank's program. Null: there is no room.
[[nodiscard]] void* allocate_for_program(std::size_t alignment, std::size_t bytes) noexcept;

// Accounts stacks of further threads of the running rank. False: there is no room.
[[nodiscard]] bool take_stacks(int count) noexcept;

// The library's buffers at a node. take_buffer() ends the run when there is no room: callers that can do
// without a buffer ask before.
[[nodiscard]] bool take_library(std::size_t bytes, int& node) noexcept;
[[nodiscard]] bool has_room_for_buffer(int node, std::int64_t bytes) noexcept;
void take_buffer(int node, std::int64_t bytes) noexcept;
void put_back_buffer(int node, std::int64_t bytes) noexcept;

} // namespace sartor::machine::manycore
