// Messages to and from ranks that fail, in programs that go on (components/process/failures/).
#pragma once

#include <atomic>
#include <string_view>

#include "components/process/failures/failures.hpp"
#include "components/process/process.hpp"

namespace sartor::aspects {

// Over what a message says of its data: whether they are of a collective in which its sender has missed
// others. Algorithms go on after a failure, so that no rank waits for ever; who gets such data has failed,
// too.
template <class Check>
struct Tainted : Check {
    static constexpr std::string_view name = "data of failed collectives";
    bool is_tainted = false;

    [[nodiscard]] bool agrees_with(const Tainted& expected) const noexcept {
        return !is_tainted && Check::agrees_with(expected);
    }
};

// Over what is kept with messages: why a send has ended without its receive.
template <class Transit>
struct Failing : Transit {
    struct OfSending : Transit::OfSending {
        process::failures::Cause cause = process::failures::Cause::none;
    };
};

// Over the protocol, the outermost aspect: sends to a rank that has failed end at once, and so do those that
// wait for it when it fails.
template <class Protocol>
class RaisesFailures : public Protocol {
  public:
    static constexpr std::string_view name = "failures";
    using typename Protocol::Envelope;
    using typename Protocol::Mode;
    using typename Protocol::Parcel;
    using typename Protocol::Sending;
    using typename Protocol::Transport;
    using Cause = process::failures::Cause;

    // ---- at the sender

    bool send_near(const Envelope& envelope, Mode mode, process::Rank& destination,
                   Transport& transport) noexcept {
        return cause_at(envelope, destination) == Cause::none &&
               Protocol::send_near(envelope, mode, destination, transport);
    }
    bool send_in_new(const Envelope& envelope, Mode mode, process::Rank& destination,
                     Transport& transport) noexcept {
        return cause_at(envelope, destination) == Cause::none &&
               Protocol::send_in_new(envelope, mode, destination, transport);
    }
    bool send_far(const Envelope& envelope, Mode mode, process::Rank& destination,
                  Transport& transport) noexcept {
        return cause_at(envelope, destination) == Cause::none &&
               Protocol::send_far(envelope, mode, destination, transport);
    }
    void rendezvous(Sending& sending, process::Rank& destination, Transport& transport) noexcept {
        sending.transit.cause = cause_at(sending.parcel.envelope, destination);
        if (sending.transit.cause == Cause::none) return Protocol::rendezvous(sending, destination, transport);
        sending.complete.store(true, std::memory_order_relaxed);
    }

    // ---- at the receiver

    template <class IsExpected>
    bool admits(Parcel& parcel, IsExpected is_expected, Transport& transport) noexcept {
        const Cause cause = process::failures::any() ? cause_here(parcel.envelope) : Cause::none;
        if (cause == Cause::none) return Protocol::admits(parcel, is_expected, transport);
        refuse(parcel, cause, transport);
        return false;
    }
    // A parcel that is in no queue will not be received.
    void refuse(Parcel& parcel, Cause cause, Transport& transport) noexcept {
        if (parcel.is_cell() || !Protocol::claim(parcel)) return this->discard(parcel, transport);
        parcel.sender->transit.cause = cause;
        Protocol::end_send(parcel);
    }
    // The rank of this protocol has failed.
    void fail() noexcept { is_failed_ = true; }

  private:
    [[nodiscard]] static Cause cause_of_context(const Envelope& envelope) noexcept {
        return process::failures::is_revoked(envelope.header.context()) ? Cause::revoked : Cause::none;
    }
    [[nodiscard, gnu::always_inline]] static Cause cause_at(const Envelope& envelope,
                                                            const process::Rank& destination) noexcept {
        return process::failures::any() ? cause_after_failure(envelope, destination) : Cause::none;
    }
    [[nodiscard, gnu::cold, gnu::noinline]] static Cause
    cause_after_failure(const Envelope& envelope, const process::Rank& destination) noexcept {
        const Cause cause = cause_of_context(envelope);
        if (cause != Cause::none) return cause;
        return process::failures::failure_of(destination.number) != 0 ? Cause::peer_failed : Cause::none;
    }
    [[nodiscard]] Cause cause_here(const Envelope& envelope) const noexcept {
        return is_failed_ ? Cause::peer_failed : cause_of_context(envelope);
    }

    bool is_failed_ = false;
};

} // namespace sartor::aspects
