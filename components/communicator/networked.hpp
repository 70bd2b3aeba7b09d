// The communicator of machines without shared memory: the server of a rank's cluster brings what arrives, and
// data move after the match.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "components/communicator/flows.hpp"
#include "components/communicator/operation.hpp"
#include "components/process/process.hpp"

namespace sartor::communicator {

// One for each rank, the first member of its state. The protocol is asked at each step: prepare() before a
// receive looks for its message, expect() before it waits, deliver() when the two have met, attend() while a
// rank waits for its send.
template <class Types>
class Networked {
  public:
    static constexpr std::string_view name = "communicator over a network";
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Parcel = typename Types::Parcel;
    using Mailbox = typename Types::Mailbox;
    using Protocol = typename Types::Protocol;
    using Header = typename Receiving::Header;
    using Envelope = typename Parcel::envelope_type;

    [[nodiscard]] static Networked& of(const process::Rank& rank) noexcept {
        return *static_cast<Networked*>(rank.state);
    }

    explicit Networked(Mailbox& mailbox) noexcept : mailbox_(mailbox) {}
    Networked(const Networked&) = delete;
    Networked& operator=(const Networked&) = delete;

    // The rank's program has ended: nothing is received any more, its buffers are gone.
    void end() noexcept {
        while (const Receiving* receiving = expected_.first()) {
            expected_.remove(*receiving);
            protocol_.give_up(*receiving);
        }
    }

    // Drops messages that were never received. After all ranks have ended.
    void close() noexcept {
        while (Parcel* parcel = unexpected_.take_first()) protocol_.discard(*parcel);
    }

    // ---- by the rank that owns it

    Networked& operator<<(Sending& sending) noexcept {
        progress();
        protocol_.send(sending);
        return *this;
    }

    // No send is over at once for certain.
    [[nodiscard]] static bool send_at_once(Sending&) noexcept { return false; }

    Networked& operator>>(Receiving& receiving) noexcept {
        progress();
        protocol_.prepare(receiving);
        if (Parcel* parcel = unexpected_.take(receiving.envelope.header)) {
            deliver(*parcel, receiving);
        } else {
            protocol_.expect(receiving, expected_.first());
            expected_.push(receiving);
        }
        return *this;
    }

    // A blocking send: the caller itself does what the protocol leaves to it.
    void send(Sending& sending) noexcept {
        sending.transit.attended = true;
        (*this << sending).wait(sending);
    }

    // The oldest message here that a receive with this header would match; null when there is none.
    [[nodiscard]] const Parcel* find(const Header& expected) noexcept {
        progress();
        return unexpected_.find(expected);
    }
    // The same, reserved for take(): no receive can match it any more.
    [[nodiscard]] Parcel* reserve(const Header& expected) noexcept {
        progress();
        return unexpected_.take(expected);
    }
    void take(Parcel& reserved, Receiving& receiving) noexcept {
        protocol_.prepare(receiving);
        deliver(reserved, receiving);
    }

    // Takes back a receive that has not been matched; false when it has.
    bool withdraw(const Receiving& receiving) noexcept {
        progress();
        const bool waits = expected_.remove(receiving);
        if (waits) protocol_.give_up(receiving);
        return waits;
    }

    // Lets happen what comes before the rank's time, and goes on with what waited for that.
    bool progress() noexcept {
        mailbox_.collect();
        return flows_.progress(waiting_);
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
    void end_tasks() noexcept { flows_.end(); }

    template <class Condition>
    void wait_until(Condition condition) noexcept {
        process::Patience patience;
        progress();
        while (!condition())
            if (!progress()) flows_.wait(condition, patience);
    }

    void wait(const Sending& sending) noexcept {
        waiting_.sending = &sending;
        wait_until([&] {
            protocol_.attend(sending);
            return sending.is_complete();
        });
        waiting_.sending = nullptr;
    }
    void wait(const Receiving& receiving) noexcept {
        waiting_.receiving = &receiving;
        wait_until([&] { return receiving.is_complete(); });
        waiting_.receiving = nullptr;
    }

    // ---- by events

    // A parcel has come: its receive is found, or it waits for one.
    void arrive(Parcel& parcel) noexcept {
        if (protocol_.is_void(parcel)) return;
        Receiving* receiving = expected_.take(parcel.envelope.header);
        if (receiving != nullptr) return deliver(parcel, *receiving);
        unexpected_.push(parcel);
        const bool may_probe = waiting_.sending == nullptr && waiting_.receiving == nullptr;
        if (may_probe) protocol_.wake_for(parcel);
    }

    // A match that was made at the sender's place: what the receive learns of the message.
    void match(const Envelope& envelope, Receiving& receiving) noexcept {
        expected_.remove(receiving);
        note(envelope, receiving);
    }

    [[nodiscard]] Protocol& protocol() noexcept { return protocol_; }

    // ---- for reports

    using Waiting = communicator::Waiting<Types>;
    [[nodiscard]] const Waiting& waiting() const noexcept { return waiting_; }
    [[nodiscard]] std::uint64_t delivered() const noexcept {
        return delivered_.load(std::memory_order_relaxed);
    }
    template <class Visit>
    void for_each_unreceived(Visit visit) const {
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next)
            visit(parcel->envelope);
    }

  private:
    void note(const Envelope& envelope, Receiving& receiving) noexcept {
        receiving.sent_bytes = envelope.storage.bytes;
        receiving.envelope.header = envelope.header;
        receiving.arrived = envelope.check;
        delivered_.store(delivered_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }

    void deliver(Parcel& parcel, Receiving& receiving) noexcept {
        note(parcel.envelope, receiving);
        protocol_.deliver(parcel, receiving);
    }

    Mailbox& mailbox_;
    Protocol protocol_;
    typename Types::Expected expected_;
    typename Types::Unexpected unexpected_;
    Waiting waiting_;
    [[no_unique_address]] typename Types::Flows flows_;
    std::atomic<std::uint64_t> delivered_{0}; // read by the watchdog's thread
};

} // namespace sartor::communicator
