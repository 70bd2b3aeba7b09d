// Deadlocks of programs whose threads belong to the operating system.
#pragma once

#include "components/process/rank/rank.hpp"
#include "components/process/scheduler/idle_wait.hpp"

namespace sartor::process {

// Whether something was found to do.
struct Look {
    bool (*function)(void* object);
    void* object;
};

// For a thread that progresses a rank and found nothing to do: sleeps on the idle wait of the rank's worker
// until it is roused or finds something. Now and then it looks whether all threads of the process wait for
// ever: then it reports a deadlock, and does not return.
extern "C" void sartor_sleep_among_threads(IdleWait<>& idle_wait, Look look) noexcept;

// For a report of a deadlock: a line for each thread of the rank that waits.
void describe_threads(Rank& rank) noexcept;

} // namespace sartor::process
