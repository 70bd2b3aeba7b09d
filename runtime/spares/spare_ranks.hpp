// Ranks that are started while the run goes on, in this process, by ranks that survive failures: they take
// the places of those that have failed (MPI-5.0 section 11.8). Their numbers follow those of all others.
// Linked into programs that start ranks and name functions for failures.
#pragma once

#include "runtime/process.hpp"
#include "runtime/programs.hpp"
#include "runtime/spawning.hpp"

namespace sartor::process {

// Before a run that begins with so many ranks, which share OS threads: how many there may be. `program`: as
// it was called. Null in other programs.
[[nodiscard]] int keep_spares(int ranks, const char* program) noexcept __attribute__((weak));

// What a rank that was started so runs; null for a rank that was not. Likewise.
[[nodiscard]] ProgramPart* part_of_started(int rank) noexcept __attribute__((weak));

namespace spares {

// Ranks that are started together: one MPI_COMM_WORLD.
struct Wanted {
    int count; // of programs
    char* const* commands;
    char* const* const* arguments; // of each, null at its end; null itself: no program has any
    const int* ranks;
};

// How many can still be started.
[[nodiscard]] int left() noexcept;
// Whether a command is the program that runs here, looked for in `folders` (with colons between; may be
// empty) and then as a shell does.
[[nodiscard]] bool is_own_program(const char* command, const char* folders) noexcept;
// Starts them on the worker of the rank that runs here. `context`: of their world; `port`: the context at
// which this rank, their parent's root, waits for the first of them. Returns the number of the first; -1 when
// fewer are left or there is no memory.
[[nodiscard]] int start(const Wanted& wanted, int ranks, int context, int port) noexcept;
// Null for a rank with which the run began; null itself in other programs.
[[nodiscard]] const Spawned* origin_of(int rank) noexcept __attribute__((weak));

} // namespace spares

} // namespace sartor::process
