// Threads of a rank on PEs of its cluster, for GCC's OpenMP: each is a flow of control with a clock of its
// own.
//
// One of a rank's threads runs at a time, on the emulator's one worker. A thread runs ahead of the others
// until it touches what they share (synchronize): by then all that comes before it in virtual time has
// happened, and of equal times the thread with the smaller number comes first. So runs are repeatable. Thread
// 0 is the rank's main flow; while it waits it runs the others.
#pragma once

#include "emulation/run.hpp"
#include "runtime/scheduler/flow.hpp"

namespace sartor::machine::manycore::threads {

struct Team;
struct Share;

// A thread's part in the region that it is in; regions inside of it have one thread each.
struct Seat {
    Team* team = nullptr;
    Seat* outer = nullptr;
    int number = 0;
    std::int64_t begun = 0; // work-sharing constructs of the region
    Share* share = nullptr; // the last of them
    std::int64_t trip = 0;  // turns that it had in a static loop
};

// The times of one thread, as the rank's PE counts them.
struct Times {
    Cycles clock = 0;
    Cycles computing = 0;
    Cycles communicating = 0; // and the software of OpenMP
    Cycles waiting = 0;
};

struct Thread {
    Times times; // while another one runs
    Seat* seat = nullptr;
    process::Flow* flow = nullptr; // null: the rank's main one
    int number = 0;
    bool is_ready = false;
    bool has_begun = false;      // its part of the region
    const char* waits = nullptr; // for what, while it is not ready
    const void* lock = nullptr;  // that it waits for
    std::int64_t request = 0;    // the number of its request among all requests for locks
    int saved_errno = 0;
    process::ExceptionState exceptions{nullptr, 0};
};

// All threads of a rank: made for its first parallel region, kept for the next ones.
struct Crew {
    Thread* threads = nullptr;
    Team* alone = nullptr; // outside of regions: one thread
    Seat outermost;
    int most = 1;    // --threads, or 1 on an I/O subsystem
    int made = 1;    // their stacks count as the cluster's memory
    int wanted = 1;  // omp_set_num_threads
    int active = 1;  // in the region that runs
    int running = 0; // which one
    std::int64_t requests = 0;
    int atomic = 0;           // locks: of updates that are no single instruction,
    int unnamed = 0;          // of critical sections without a name in shared libraries
    std::int64_t regions = 0; // with more than one thread
    Cycles computing = 0;     // of all threads but the main one
    Cycles communicating = 0;
};

// That of the running rank.
[[nodiscard]] Crew& own_crew() noexcept;
[[nodiscard]] inline Thread& running(Crew& crew) noexcept {
    return crew.threads[crew.running];
}
[[nodiscard]] inline Seat& own_seat() noexcept {
    return *running(own_crew()).seat;
}

// An object for the duration of each function of OpenMP that takes time: where computing is measured, it is
// accounted up to its begin and again from its end on.
class InRuntime {
  public:
    InRuntime() noexcept;
    ~InRuntime();
    InRuntime(const InRuntime&) = delete;
    InRuntime& operator=(const InRuntime&) = delete;
};

// Returns when all has happened that other threads do before the running one's time.
void synchronize() noexcept;
// The running thread waits until another one calls go_on() for it. Ends the run when all wait.
void wait_for(const char* what) noexcept;
// The thread may run again, not before this time, and first works for `cycles`. Not the running one.
void go_on(Thread& thread, Cycles time, Cycles cycles) noexcept;

using Body = void (*)(void* data);

// Runs a region with `asked` threads (0: as many as there may be), the running one among them. `first`: the
// work-sharing construct with which it begins, or null.
void run_region(Body body, void* data, unsigned wanted, const Share* first) noexcept;

} // namespace sartor::machine::manycore::threads
