// Looks after a run from outside of its ranks: what signals ask for, whether messages are delivered, whether
// it ends in time.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>

#include "runtime/reports/standing.hpp"
#include "runtime/scheduler/event_count.hpp"

namespace sartor::process {

// While it lives:
// - SIGUSR1 reports where the ranks are (report_standing()), and the run goes on. SIGINT, SIGTERM and SIGHUP
//   report it and end the run as the signal does by default; a second one, half a second later or more, does
//   so at once. Signals that are ignored or handled already are left alone.
// - The run ends with a report when no message was delivered for `watchdog_seconds`, exit code 3; or when it
//   has lasted `timeout_seconds`, exit code 124, as timeout(1) has it. 0: never.
//
// A thread looks once a second, for how long ranks have stood where they are; ten times with a watchdog. A
// run whose ranks have one worker, without these limits, has no such thread, since the C library is faster
// without threads: the worker reports by itself between two ranks or, if the running rank keeps it from that
// for half a second, inside the signal handler. How long ranks have stood is not known then.
class Monitor {
  public:
    struct Limits {
        int watchdog_seconds = 0;
        int timeout_seconds = 0;
        bool takes_signals = false;
    };

    explicit Monitor(const Limits& limits) noexcept;
    ~Monitor();
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    // In a signal handler.
    void take(int signal) noexcept;
    // Reports what signals have asked for so far, and ends the run if one of them does.
    void handle_signals(bool are_paused) noexcept;

  private:
    static void* watch(void* self);
    void take_signals() noexcept;
    void begin_timer() noexcept;
    void wait_for_next_look() noexcept;
    void look() noexcept;
    void look_for_progress() noexcept;
    void handle_signals_in_pause() noexcept;
    [[noreturn]] void end_for_timeout() noexcept;

    Limits limits_;
    bool has_thread_ = false;
    std::int64_t begun_;
    StandingTimes times_;
    std::uint64_t delivered_ = 0; // messages, and ends of ranks, at the last look
    int quiet_looks_ = 0;
    std::atomic<bool> stop_{false};
    std::atomic<std::uint32_t> requested_{0}; // signals by their bits
    EventCount<> requests_;                   // these, and that the thread is to stop
    pthread_t thread_{};
};

} // namespace sartor::process
