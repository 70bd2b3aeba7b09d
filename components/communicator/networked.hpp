// The communicator of machines without shared memory: the server of a rank's cluster brings what arrives, and
// data move after the match.
#pragma once

#include <string_view>

#include "components/communicator/endpoint.hpp"

namespace sartor::communicator {

// The protocol is asked at each step: prepare() before a
// receive looks for its message, expect() before it waits, deliver() when the two have met, attend() while a
// rank waits for its send.
template <class Types>
class Networked : public Endpoint<Networked<Types>, Types> {
    using Base = Endpoint<Networked, Types>;
    using Base::expected_, Base::flows_, Base::mailbox_, Base::protocol_, Base::unexpected_, Base::waiting_;

  public:
    static constexpr std::string_view name = "communicator over a network";
    using Base::wait;
    using typename Base::Envelope, typename Base::Mailbox, typename Base::Parcel, typename Base::Protocol,
        typename Base::Receiving, typename Base::Sending;

    explicit Networked(Mailbox& mailbox) noexcept : Base(mailbox) {}

    // The rank's program has ended: nothing is received any more, its buffers are gone.
    void end() noexcept {
        while (const Receiving* receiving = expected_.first()) {
            expected_.remove(*receiving);
            protocol_.give_up(*receiving);
        }
    }

    // ---- by the rank that owns it

    Networked& operator<<(Sending& sending) noexcept {
        progress();
        protocol_.send(sending);
        return *this;
    }

    // No send is over at once for certain.
    [[nodiscard]] static bool send_at_once(const Envelope&, typename Envelope::mode_type,
                                           process::Rank&) noexcept {
        return false;
    }
    [[nodiscard]] static bool send_directly(const Envelope&, typename Envelope::mode_type,
                                            process::Rank&) noexcept {
        return false;
    }
    [[nodiscard]] static bool send_otherwise(const Envelope&, typename Envelope::mode_type,
                                             process::Rank&) noexcept {
        return false;
    }

    Networked& operator>>(Receiving& receiving) noexcept {
        progress();
        protocol_.prepare(receiving);
        if (Parcel* parcel = this->take_unexpected(receiving.envelope.header)) {
            deliver(*parcel, receiving);
        } else {
            protocol_.expect(receiving, expected_.first());
            expected_.push(receiving);
        }
        return *this;
    }

    void begin(Receiving& receiving) noexcept { *this >> receiving; }

    // Nor is a receive.
    [[nodiscard]] static Parcel* take_at_once(const typename Base::Header&) noexcept { return nullptr; }
    static void receive_at_once(Parcel&, const typename Envelope::storage_type&) noexcept {
        __builtin_unreachable();
    }
    void receive_and_wait(Receiving& receiving) noexcept { (*this >> receiving).wait(receiving); }

    // A blocking send, none of which is over at once: the caller itself does what the protocol leaves to it.
    void send_and_wait(Sending& sending) noexcept {
        sending.transit.attended = true;
        (*this << sending).wait(sending);
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

    template <class Condition>
    void wait_until(Condition condition) noexcept {
        process::Backoff backoff;
        progress();
        while (!condition())
            if (!progress()) flows_.wait(condition, backoff);
    }

    void wait(const Sending& sending) noexcept {
        this->wait_for_end_of(sending, [&] {
            protocol_.attend(sending);
            return sending.is_complete();
        });
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
        learn(envelope, receiving);
    }

    [[nodiscard]] Protocol& protocol() noexcept { return protocol_; }

  private:
    void learn(const Envelope& envelope, Receiving& receiving) noexcept {
        this->note(envelope.header, envelope.check, envelope.storage.bytes, receiving);
    }

    void deliver(Parcel& parcel, Receiving& receiving) noexcept {
        learn(parcel.envelope, receiving);
        protocol_.deliver(parcel, receiving);
    }
};

} // namespace sartor::communicator
