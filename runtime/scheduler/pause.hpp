// Workers pause while their ranks are reported on: between two ranks, where nothing of theirs is in motion.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/scheduler/event_count.hpp"

namespace sartor::process {

// One for the process. A worker is asked by a notice, which it finds among those for its ranks, so a run that
// nobody asks anything has no instruction more than one comparison for each list of notices.
class Pause {
  public:
    // By one thread that is no worker's: asks all workers to pause and waits until they do, for at most
    // `milliseconds`. False: some run a rank that does not come back to its worker; all others are paused.
    bool begin(int milliseconds) noexcept;
    // They go on.
    void end() noexcept;

    // By a signal handler, in a process whose ranks have one worker and that has no other thread of ours:
    // that worker calls `report` where it would pause.
    void request_report(void (*report)()) noexcept;

    // By a worker, between two ranks: returns when the pause is over, at once if it is over already.
    [[gnu::cold, gnu::noinline]] void take() noexcept;

    // By a worker whose ranks have all ended: nobody waits for it.
    void leave_out() noexcept { begun_.advance(); }

    // For workers under a schedule, which look for no notices.
    [[nodiscard]] bool is_requested() const noexcept { return is_requested_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> is_requested_{false};
    EventCount<> over_;  // pauses that are over
    EventCount<> begun_; // workers that have begun to pause
    std::atomic<int> paused_{0};
    std::atomic<void (*)()> report_{nullptr};
};
extern Pause pause_of_workers;

} // namespace sartor::process
