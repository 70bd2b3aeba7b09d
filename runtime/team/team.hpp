// Ranks as a function call: a team of ranks inside of a process that goes on after it.
//
// All ranks share the thread that starts the team, and what the process has: its globals, its open files.
// Rank 0 is that thread on its own stack, the others are fibers, which wait between two calls. What ends the
// run of an executable (a deadlock, MPI_Abort, an error that is fatal) ends the call that the team is in: its
// reports are kept, and all ranks are left where they stand.
#pragma once

#include <cstddef>

#include "runtime/process.hpp"

namespace sartor::process {

// What all ranks run: an object, which outlives the call. Rank 0 gets it as well.
struct TeamCall {
    void (*function)(TeamCall& call, Rank& rank) noexcept;
};

// One at a time, in the thread that has started it.
class Team {
  public:
    // The exit code of what ended the attempt, 0 for success: the calling thread is rank 0 then.
    [[nodiscard]] static int start(int count, std::size_t stack_bytes, const Program& program) noexcept;

    // The call by all ranks. Returns when all have returned from it: 0; or the exit code of what ended it.
    // Then the team is broken, and can only be abandoned.
    [[nodiscard]] static int run(TeamCall& call) noexcept;
    // In two parts: all ranks but the caller begin; it waits for them to end, which must follow.
    static void begin(TeamCall& call) noexcept;
    [[nodiscard]] static int finish() noexcept;

    // All ranks end. Returns the highest exit code: not 0 where a rank has left MPI open.
    [[nodiscard]] static int end() noexcept;
    // They are left as they are; their memory is given back but for what the functions had.
    static void abandon() noexcept;

    [[nodiscard]] static bool exists() noexcept;
    [[nodiscard]] static bool is_broken() noexcept;
    [[nodiscard]] static bool is_in_call() noexcept;
    [[nodiscard]] static bool is_callers() noexcept; // whether the calling thread is the team's

    // What reports have said since the last call of start(), run() or finish(): lines. Valid until the next
    // one.
    [[nodiscard]] static const char* reports() noexcept;
};

} // namespace sartor::process
