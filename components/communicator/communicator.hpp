// The communicator: sends and receives envelopes, matches them, and keeps the queues (EPOS-MPI 4.4 to 4.6).
// Knows nothing of MPI.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "components/channel/channel.hpp"
#include "components/communicator/flows.hpp"
#include "components/communicator/operation.hpp"
#include "components/process/process.hpp"

namespace sartor::communicator {

// One for each rank. `Types` names Sending, Receiving, Parcel, Mailbox, Expected, Unexpected and Protocol.
//
// communicator << sending starts a send, communicator >> receiving starts a receive; wait() ends them.
// Network events are looked at in wait() and progress(). All of it is called by the rank that owns the
// communicator.
template <class Types>
class Communicator {
  public:
    static constexpr std::string_view name = "communicator";
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Parcel = typename Types::Parcel;
    using Mailbox = typename Types::Mailbox;
    static_assert(channel::Mailbox<Mailbox, Parcel>,
                  "this machine's mailbox does not do what a communicator needs");

    explicit Communicator(Mailbox& mailbox) noexcept : mailbox_(mailbox) {}

    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;

    // Drops messages that were never received. After all ranks have ended, while all their memory is still
    // there.
    void close() noexcept {
        progress();
        while (Parcel* parcel = unexpected_.take_first()) protocol_.discard(*parcel);
    }

    Communicator& operator<<(Sending& sending) noexcept {
        protocol_.send(sending);
        return *this;
    }

    // A message that is here already is taken now; otherwise the receive waits in the expected queue.
    Communicator& operator>>(Receiving& receiving) noexcept {
        progress();
        if (Parcel* parcel = unexpected_.take(receiving.envelope.header))
            deliver(*parcel, receiving);
        else
            expected_.push(receiving);
        return *this;
    }

    // The oldest message here that a receive with this header would match; null when there is none.
    [[nodiscard]] const Parcel* find(const typename Receiving::Header& expected) noexcept {
        progress();
        return unexpected_.find(expected);
    }
    // The same, reserved for take(): no receive can match it any more.
    [[nodiscard]] Parcel* reserve(const typename Receiving::Header& expected) noexcept {
        progress();
        return unexpected_.take(expected);
    }
    void take(Parcel& reserved, Receiving& receiving) noexcept { deliver(reserved, receiving); }

    // Takes back a receive that has not been matched; false when it has.
    bool withdraw(const Receiving& receiving) noexcept {
        progress();
        return expected_.remove(receiving);
    }

    // Matches what has arrived since the last look, and goes on with what waited for that.
    void progress() noexcept {
        collect();
        flows_.progress(waiting_);
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
    [[nodiscard]] const auto& flows() const noexcept { return flows_; }

    // Lets other ranks run until the condition, which others bring about, holds.
    template <class Condition>
    void wait_until(Condition condition) noexcept {
        for (;;) {
            progress();
            if (condition()) return;
            flows_.block(condition);
        }
    }

    void wait(const Sending& sending) noexcept {
        waiting_.sending = &sending;
        wait_until([&] { return sending.is_complete(); });
        waiting_.sending = nullptr;
    }
    void wait(const Receiving& receiving) noexcept {
        waiting_.receiving = &receiving;
        wait_until([&] { return receiving.is_complete(); });
        waiting_.receiving = nullptr;
    }

    // What the rank waits for at this moment, for reports.
    using Waiting = communicator::Waiting<Types>;
    [[nodiscard]] const Waiting& waiting() const noexcept { return waiting_; }

    // For reports: messages delivered so far, and those that nobody has received.
    [[nodiscard]] std::uint64_t delivered() const noexcept {
        return delivered_.load(std::memory_order_relaxed);
    }
    template <class Visit>
    void for_each_unreceived(Visit visit) const {
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next)
            visit(parcel->envelope);
    }

  private:
    void collect() noexcept {
        if (mailbox_.looks_empty()) return;
        for (Parcel* parcel = mailbox_.collect(); parcel != nullptr;) {
            Parcel* rest = parcel->next;
            arrive(*parcel);
            parcel = rest;
        }
    }

    void arrive(Parcel& parcel) noexcept {
        if (Receiving* receiving = expected_.take(parcel.envelope.header))
            deliver(parcel, *receiving);
        else
            unexpected_.push(parcel);
    }

    void deliver(Parcel& parcel, Receiving& receiving) noexcept {
        receiving.sent_bytes = parcel.envelope.storage.bytes;
        receiving.envelope.header = parcel.envelope.header;
        receiving.arrived = parcel.envelope.check;
        parcel.envelope.storage.copy_to(receiving.envelope.storage);
        receiving.complete = true;
        delivered_.store(delivered_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        protocol_.release(parcel);
    }

    Mailbox& mailbox_;
    [[no_unique_address]] typename Types::Protocol protocol_;
    typename Types::Expected expected_;
    typename Types::Unexpected unexpected_;
    Waiting waiting_;
    [[no_unique_address]] typename Types::Flows flows_;
    std::atomic<std::uint64_t> delivered_{0}; // written by the owner only
};

} // namespace sartor::communicator
