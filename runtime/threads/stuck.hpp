// Deadlocks of programs whose threads belong to the operating system.
#pragma once

#include "runtime/rank/rank.hpp"
#include "runtime/scheduler/idle_wait.hpp"

namespace sartor::process {

// Whether something was found to do.
struct Look {
    bool (*function)(void* object);
    void* object;
};

// For a thread that progresses a rank and found nothing to do: sleeps on the idle wait of the rank's worker
// until it is roused or finds something. Now and then it looks whether all threads of the process wait for
// ever: then it reports a deadlock, and does not return. With other processes the run's census looks.
extern "C" void sartor_sleep_among_threads(IdleWait<>& idle_wait, Look look) noexcept;

// Whether all threads but the calling one wait for ever, and no timer of a rank runs: nothing happens in this
// process unless a message of another one arrives. From any thread that is not the program's.
[[nodiscard]] bool all_other_threads_wait() noexcept;
// Of the threads that the process has now only the calling one counts: the others are those of libraries that
// move messages between processes.
void leave_out_threads_of_libraries() noexcept;

// For a report of a deadlock: calls write(object, line) for each thread of the rank that waits.
void describe_threads(Rank& rank, void (*write)(void* object, const char* line), void* object) noexcept;

} // namespace sartor::process
