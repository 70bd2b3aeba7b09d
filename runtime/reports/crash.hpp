// A rank that crashes is named, with its location, and the run ends.
#pragma once

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// A rank has used up its stack, and its canary is gone: the end of the run.
[[noreturn, gnu::cold]] void end_overflowed(const Rank& rank) noexcept;

// Two threads of a rank wait at the same time.
[[noreturn, gnu::cold]] void end_threads_at_once(const Rank& rank) noexcept;

// Handlers for the signals that a crash raises. A program's own handlers, installed later, come before ours.
void report_crashes() noexcept;

// A stack for signal handlers on the calling thread: an overflown stack can't run its own report.
class SignalStack {
  public:
    SignalStack() noexcept;
    ~SignalStack();
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

  private:
    void* memory_;
};

// The same for a thread that the program has started; it goes with the thread.
void give_thread_signal_stack() noexcept;

} // namespace sartor::process
