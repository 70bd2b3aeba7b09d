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

// What is done otherwise in a process that is its only rank and no executable of Sartor's: see foreign/.
// Others don't carry it.
struct ForeignProcess {
    // As describe_location(), in whichever file of the process the address is.
    bool (*describe_location)(const Rank& rank, std::uintptr_t address, char* text,
                              std::size_t bytes) noexcept;
    void (*flush_streams)() noexcept; // the C library's: the run ends
};

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
    const ForeignProcess* foreign = nullptr;
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

// Two thirds of run(): all that comes before the ranks run, and after they have ended. The second returns the
// highest exit code; the ranks' states are still valid then.
void set_up_run(const Layout& layout, const Program& program, void (*body)(Rank&)) noexcept;
[[nodiscard]] int close_run(const Program& program) noexcept;

// A rank's program is over: keeps its exit code, which is not 0 where it has left MPI open, and says so then.
// `exit_site`: where it called exit(), if that is known.
void note_end(Rank& rank, int exit_code, const void* exit_site) noexcept;

[[noreturn]] void report_deadlock() noexcept;
// The same for a run that only seems stuck: the lines alone. From any thread.
void report_waiting() noexcept;

} // namespace sartor::process
