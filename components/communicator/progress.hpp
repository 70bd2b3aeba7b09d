// How a rank waits: it looks at network events, goes on with its operations under way, and lets other ranks
// run.
#pragma once

#include <atomic>
#include <cstdint>

#include "components/channel/transport.hpp"
#include "components/communicator/flows.hpp"
#include "components/process/process.hpp"
#include "components/process/scheduler/atomics.hpp"

namespace sartor::communicator {

// Of one rank. `Types` names Sending, Receiving, Transport and Flows.
template <class Types>
class Progress {
  public:
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Transport = typename Types::Transport;
    using Waiting = communicator::Waiting<Types>;

    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Matches what has arrived since the last look, for this rank and others of its worker, and goes on with
    // what waited for that. False: nothing.
    bool progress() noexcept {
        const bool arrived = transport_.collect();
        return flows_.progress(waiting_) || arrived;
    }

    // Lets other ranks run until the condition, which others bring about, holds. What this rank takes in
    // itself does not wake it: it looks at the condition again before it waits.
    template <class Condition>
    void wait_until(Condition condition) noexcept {
        process::Backoff backoff;
        let_time_come();
        while (!condition())
            if (!steps_aside(backoff) && !progress())
                flows_.wait(condition, backoff);
            else
                keep_to_budget(condition, backoff);
    }
    // Until a condition holds that the end of a send brings about.
    template <class Condition>
    void wait_for_end_of(const Sending& sending, Condition condition) noexcept {
        waiting_.sending = &sending;
        wait_until(condition);
        waiting_.sending = nullptr;
    }

    // Begins an operation that goes on by itself; waiting for it ends when it is complete. False when there
    // is no memory.
    template <class Task>
    [[nodiscard]] bool start(Task& task) noexcept {
        return flows_.start(task, waiting_);
    }
    template <class Task>
    void wait_for_task(const Task& task) noexcept {
        flows_.awaited = &task;
        wait_until([&] { return task.complete; });
        flows_.awaited = nullptr;
    }
    void end_tasks() noexcept { flows_.end(); }

    // For reports: what the rank waits for at this moment, its operations under way, messages delivered so
    // far.
    [[nodiscard]] const Waiting& waiting() const noexcept { return waiting_; }
    [[nodiscard]] const auto& flows() const noexcept { return flows_; }
    [[nodiscard]] std::uint64_t delivered() const noexcept {
        return delivered_.load(std::memory_order_relaxed);
    }
    // A message, or what stands for one.
    void count_delivery() noexcept { process::count_up(delivered_); }

    // Whether what ranks do takes the machine's time: then every operation is waited for, also one that is
    // over.
    static constexpr bool is_timed = channel::TimedTransport<Transport>;

    // Whether ranks of other workers wait for what this one's transport answers, whatever its rank does.
    static constexpr bool answers_others = channel::DistantTransport<Transport> && !is_timed;

  protected:
    explicit Progress(Transport& transport) noexcept : transport_(transport) {}

    // Where what ranks do takes time: what comes before this rank's time happens first.
    void let_time_come() noexcept {
        if constexpr (is_timed) progress();
    }
    void wait_for(const Receiving& receiving) noexcept {
        waiting_.receiving = &receiving;
        wait_until([&] { return receiving.is_complete(); });
        waiting_.receiving = nullptr;
    }

    Transport& transport_;
    Waiting waiting_;
    [[no_unique_address]] typename Types::Flows flows_;

  private:
    static constexpr bool has_budget = channel::BudgetedTransport<Transport>;

    // Ranks of this worker that can go on come first. Not for an operation that goes on by itself.
    [[nodiscard, gnu::always_inline]] bool steps_aside(process::Backoff& backoff) noexcept {
        if constexpr (has_budget)
            if (flows_.none() && flows_.on_main() && backoff.step_aside(*process::current)) {
                transport_.renew_budget();
                return true;
            }
        return false;
    }
    template <class Condition>
    [[gnu::always_inline]] void keep_to_budget(const Condition& condition,
                                               process::Backoff& backoff) noexcept {
        if constexpr (has_budget)
            if (transport_.budget_is_spent()) [[unlikely]]
                let_others_run(condition, backoff);
    }
    // Of the worker; or, of an operation that goes on by itself, its rank.
    template <class Condition>
    [[gnu::cold, gnu::noinline]] void let_others_run(const Condition& condition,
                                                     process::Backoff& backoff) noexcept {
        transport_.renew_budget();
        if (!flows_.on_main()) return flows_.wait(condition, backoff);
        if (process::current->worker->is_wanted()) process::yield();
    }

    std::atomic<std::uint64_t> delivered_{0}; // written by the owner only, read by the watchdog's thread
};

} // namespace sartor::communicator
