// How a rank waits: it polls the transport for messages, continues its operations under way, and lets other
// ranks run.
#pragma once

#include <atomic>
#include <cstdint>

#include "components/communicator/callers.hpp"
#include "components/communicator/flows.hpp"
#include "runtime/process.hpp"
#include "runtime/scheduler/atomics.hpp"
#include "transports/transport.hpp"

namespace sartor::communicator {

// For one rank, and called by it. `Types` names Sending, Receiving, Transport (a channel::Transport), Flows,
// Callers, Observer and Failures.
template <class Types>
class Progress {
  public:
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Transport = typename Types::Transport;
    using Waiting = communicator::Waiting<Types>;

    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Collects what has arrived in the transport, for all ranks of this worker, and continues this rank's
    // operations under way. False: there was nothing to do.
    bool progress() noexcept {
        const int known_failures = failures_.known();
        const bool arrived = transport_.collect();
        const bool ended = failures_.notice(known_failures);
        return flows_.progress(waiting_) || arrived || ended;
    }

    // Returns when condition() is true, which some event outside this rank brings about; lets other ranks run
    // meanwhile. May be called on the flow of an operation under way, which is suspended then; `condition`
    // must not block.
    //
    // The rank tests the condition again whenever progress() did something, so that what it collects itself
    // needs no wake-up. If the event never comes the rank waits for ever; the process reports the deadlock.
    template <class Condition>
    void wait_until(Condition condition) noexcept {
        if (Types::Observer::observes && condition()) return;
        [[maybe_unused]] const auto waiting = observer_.waits_for_anything(flows_);
        process::Backoff backoff;
        if (callers_.wait_beside_others(*this, condition, backoff)) return;
        let_time_come();
        while (!condition())
            if (!steps_aside(backoff) && !progress())
                flows_.wait(condition, backoff);
            else
                keep_to_budget(condition, backoff);
    }
    // The same for a condition that becomes true by the end of a send, which is named in reports.
    template <class Condition>
    void wait_for_end_of(const Sending& sending, Condition condition) noexcept {
        waiting_.sending = &sending;
        [[maybe_unused]] const auto waiting = observer_.waits_for(sending, flows_);
        wait_until(condition);
        waiting_.sending = nullptr;
    }

    // After a test that failed: lets others run, which may make it succeed.
    void give_way() noexcept {
        if (!callers_.let_others_call(*this)) process::give_way();
    }

    // Without a failed test: only where other ranks of this worker, or threads of the rank, can run.
    void give_way_if_wanted() noexcept {
        if (!callers_.let_others_call(*this) && process::current->worker->is_wanted()) process::yield();
    }

    // Starts an operation that continues by itself: see Flows. False when there is no memory for it.
    template <class Task>
    [[nodiscard]] bool start(Task& task) noexcept {
        return flows_.start(task, waiting_);
    }
    // Returns when the operation is complete.
    template <class Task>
    void wait_for_task(const Task& task) noexcept {
        flows_.exchange_awaited(&task);
        wait_until([&] { return task.complete; });
        flows_.exchange_awaited(nullptr);
    }
    // Drops the operations under way, when the rank's program has ended.
    void end_tasks() noexcept { flows_.end(); }

    // What is recorded of the rank.
    [[nodiscard]] auto& observer() noexcept { return observer_; }

    // Which threads of the rank call.
    [[nodiscard]] auto& callers() noexcept { return callers_; }

    // For reports: what the rank waits for now, its operations under way, and how many messages were
    // delivered to it so far. delivered() may be called by another thread.
    [[nodiscard]] const Waiting& waiting() const noexcept { return waiting_; }
    [[nodiscard]] const auto& flows() const noexcept { return flows_; }
    [[nodiscard]] std::uint64_t delivered() const noexcept {
        return delivered_.load(std::memory_order_relaxed);
    }
    // Counts a message that was matched, or an event that stands for one. The watchdog ends a run in which
    // no count changes for some time.
    void count_delivery() noexcept { process::count_up(delivered_); }
    // The same for a message with a header and data.
    template <class Header, class Check>
    void count_delivery([[maybe_unused]] const Header& header, [[maybe_unused]] const Check& check,
                        [[maybe_unused]] std::size_t bytes) noexcept {
        count_delivery();
        observer_.received(header, check, bytes);
    }

    // Whether what ranks do takes virtual time. Then also an operation that is complete is waited for, so
    // that events of earlier times happen first.
    static constexpr bool is_timed = channel::TimedTransport<Transport>;

    // Whether ranks of other workers depend on replies of this worker's transport even after its own ranks
    // have ended: its requests to send must be served, or what is sent to one that has failed.
    static constexpr bool serves_others =
        (channel::DistantTransport<Transport> && !is_timed) || Types::Failures::are_survived;

  protected:
    explicit Progress(Transport& transport) noexcept : transport_(transport) {}

    // On a machine with virtual time: lets all happen that is earlier than this rank's time.
    void let_time_come() noexcept {
        if constexpr (is_timed) progress();
    }
    void wait_for(const Receiving& receiving) noexcept {
        waiting_.receiving = &receiving;
        [[maybe_unused]] const auto waiting = observer_.waits_for(receiving, flows_);
        wait_until([&] { return receiving.is_complete(); });
        waiting_.receiving = nullptr;
    }

    Transport& transport_;
    Waiting waiting_;
    [[no_unique_address]] typename Types::Flows flows_;
    [[no_unique_address]] typename Types::Observer observer_;
    [[no_unique_address]] typename Types::Failures failures_;

  private:
    using Callers = typename Types::Callers;
    friend Callers;
    [[no_unique_address]] Callers callers_;

    static constexpr bool has_budget = channel::BudgetedTransport<Transport>;

    void renew_budget() noexcept {
        if constexpr (has_budget) transport_.renew_budget();
    }

    // Lets ready ranks of this worker run first, so that the transport is polled once for all. True: some
    // ran. Not while operations are under way, nor after a failure, for which each rank looks itself.
    [[nodiscard, gnu::always_inline]] bool steps_aside(process::Backoff& backoff) noexcept {
        if constexpr (has_budget)
            if (flows_.none() && flows_.on_main() && !failures_.any() &&
                backoff.step_aside(*process::current)) {
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
    // A rank that keeps finding messages has spent the budget of its polls: other ranks of the worker run,
    // or, on the flow of an operation, its own rank continues.
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
