// What the parts of the process runtime share during a run.
#pragma once

#include <atomic>
#include <sched.h>
#include <sys/types.h>

#include "components/process/process.hpp"
#include "components/process/rank/exceptions.hpp"
#include "components/process/scheduler/stacks.hpp"
#include "components/process/scheduler/worker.hpp"

namespace sartor::process {

// Ranks and their numbers here are those of this process: see peers.hpp. Rank `number` of the run is rank().
struct State {
    Rank* ranks = nullptr;
    int size = 0;
    Worker* workers = nullptr;
    int worker_count = 0;
    std::atomic<int> workers_ended{0}; // all ranks of theirs
    void* transports = nullptr;
    std::size_t stack_bytes = 0;
    Stacks stacks;
    bool has_threads = false; // see Layout
    bool own_threads = false;
    bool exchanges_openmp = false;      // between ranks, when they are changed
    std::atomic<int> monitor_thread{0}; // the system's number of the Monitor's; 0: none
    pid_t process = 0;                  // a child of fork() has ranks, too, but no run
    cpu_set_t processors{};             // that the process may use, before workers are bound
    const Program* program = nullptr;
    const Schedule* schedule = nullptr; // null: each worker's own order
    void (*body)(Rank&) = nullptr;

    // Gives a rank that has not run yet its stack. Ends the run when memory is refused.
    void prepare_fiber(Rank& rank) noexcept;
};
extern State state;

[[noreturn]] void report_deadlock() noexcept;
// The same for a run that only seems stuck: the lines alone. From any thread.
void report_waiting() noexcept;

} // namespace sartor::process
