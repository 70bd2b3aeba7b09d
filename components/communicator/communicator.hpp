// The communicator: sends and receives envelopes, matches them, and keeps the queues (EPOS-MPI 4.4 to 4.6).
// Knows nothing of MPI.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "components/channel/channel.hpp"
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

    explicit Communicator(Mailbox& mailbox) noexcept : mailbox_(mailbox) {
        if constexpr (serves_itself) mailbox_.serve(*this);
    }

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
        if constexpr (prepares_receives) protocol_.prepare(receiving);
        if (Parcel* parcel = unexpected_.take(receiving.envelope.header)) {
            deliver(*parcel, receiving);
            return *this;
        }
        if constexpr (prepares_receives) protocol_.expect(receiving, expected_.first());
        expected_.push(receiving);
        return *this;
    }

    // A blocking send: the caller itself does what the protocol leaves to it.
    void send(Sending& sending) noexcept {
        if constexpr (prepares_receives) sending.transit.attended = true;
        (*this << sending).wait(sending);
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
    void take(Parcel& reserved, Receiving& receiving) noexcept {
        if constexpr (prepares_receives) protocol_.prepare(receiving);
        deliver(reserved, receiving);
    }

    // Takes back a receive that has not been matched; false when it has.
    bool withdraw(const Receiving& receiving) noexcept {
        progress();
        return expected_.remove(receiving);
    }

    // A parcel that came by itself: its receive is found, or it waits for one.
    void arrive(Parcel& parcel) noexcept {
        if constexpr (prepares_receives)
            if (protocol_.is_void(parcel)) return;
        if (Receiving* receiving = expected_.take(parcel.envelope.header))
            deliver(parcel, *receiving);
        else
            unexpected_.push(parcel);
    }

    // A match that was made elsewhere: what the receive learns of the message.
    void match(const typename Types::Envelope& envelope, Receiving& receiving) noexcept {
        expected_.remove(receiving);
        note(envelope, receiving);
    }

    [[nodiscard]] typename Types::Protocol& protocol() noexcept { return protocol_; }

    // Matches what has arrived since the last look.
    void progress() noexcept {
        if (mailbox_.looks_empty()) return;
        for (Parcel* parcel = mailbox_.collect(); parcel != nullptr;) {
            Parcel* rest = parcel->next;
            arrive(*parcel);
            parcel = rest;
        }
    }

    // Lets other ranks run until the condition, which others bring about, holds.
    template <class Condition>
    void wait_until(Condition condition) noexcept {
        for (;;) {
            progress();
            if (condition()) return;
            process::block();
        }
    }

    void wait(const Sending& sending) noexcept {
        waiting_.sending = &sending;
        wait_until([&] {
            if constexpr (prepares_receives) protocol_.attend(sending);
            return sending.is_complete();
        });
        waiting_.sending = nullptr;
    }
    void wait(const Receiving& receiving) noexcept {
        waiting_.receiving = &receiving;
        wait_until([&] { return receiving.is_complete(); });
        waiting_.receiving = nullptr;
    }

    // What the rank waits for at this moment, for reports.
    struct Waiting {
        const Sending* sending = nullptr;
        const Receiving* receiving = nullptr;
    };
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
    // On machines without shared memory data move after the match, and somebody else may see to arrivals.
    static constexpr bool prepares_receives =
        requires(typename Types::Protocol & protocol, Receiving& receiving) {
        protocol.prepare(receiving);
    };
    static constexpr bool serves_itself = requires(Mailbox & mailbox, Communicator& communicator) {
        mailbox.serve(communicator);
    };

    static void note(const typename Types::Envelope& envelope, Receiving& receiving) noexcept {
        receiving.sent_bytes = envelope.storage.bytes;
        receiving.envelope.header = envelope.header;
        receiving.arrived = envelope.check;
    }

    void deliver(Parcel& parcel, Receiving& receiving) noexcept {
        note(parcel.envelope, receiving);
        if constexpr (prepares_receives) return protocol_.deliver(parcel, receiving);
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
    std::atomic<std::uint64_t> delivered_{0}; // written by the owner only
};

} // namespace sartor::communicator
