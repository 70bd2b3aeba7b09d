// Messages to and from ranks that fail, in programs that go on (runtime/failures/).
#pragma once

#include <atomic>
#include <string_view>

#include "runtime/failures/failures.hpp"
#include "runtime/process.hpp"

namespace sartor::aspects {

// Over what is kept with messages: why a send has ended without its receive; and whether a message tells its
// receiver that the collective has failed at its sender. Algorithms go on after a failure, so that no rank
// waits for ever; who gets no data has failed, too.
template <class Transit>
struct Failing : Transit {
    struct OfParcel : Transit::OfParcel {
        bool is_failure = false;
    };
    struct OfSending : Transit::OfSending {
        process::failures::Cause cause = process::failures::Cause::none;
    };
    struct OfReceiving : Transit::OfReceiving {
        int sender = -1; // of a message that comes by a handshake: its rank
    };
};

// Over the protocol, the outermost aspect: sends to a rank that has failed end at once, and so do those that
// wait for it when it fails.
template <class Protocol>
class RaisesFailures : public Protocol {
  public:
    static constexpr std::string_view name = "failures";
    using typename Protocol::Communicator;
    using typename Protocol::Envelope;
    using typename Protocol::Mode;
    using typename Protocol::Parcel;
    using typename Protocol::Receiving;
    using typename Protocol::Sending;
    using typename Protocol::Transport;
    using Cause = process::failures::Cause;

    // ---- at the sender

    // After a failure nothing is sent without looking at its destination, which takes a function.
    [[gnu::always_inline]] bool send_near(const Envelope& envelope, Mode mode, process::Rank& destination,
                                          Transport& transport) noexcept {
        return !process::failures::any() && Protocol::send_near(envelope, mode, destination, transport);
    }
    bool send_in_new(const Envelope& envelope, Mode mode, process::Rank& destination,
                     Transport& transport) noexcept {
        if (cause_at(envelope, destination) != Cause::none) return false;
        return (process::failures::any() && accepts(envelope, destination)) ||
               Protocol::send_in_new(envelope, mode, destination, transport);
    }
    bool send_far(const Envelope& envelope, Mode mode, process::Rank& destination,
                  Transport& transport) noexcept {
        return cause_at(envelope, destination) == Cause::none &&
               Protocol::send_far(envelope, mode, destination, transport);
    }
    void rendezvous(Sending& sending, process::Rank& destination, Transport& transport) noexcept {
        sending.transit.cause = cause_at(sending.parcel.envelope, destination);
        if (sending.transit.cause != Cause::none)
            return sending.complete.store(true, std::memory_order_relaxed);
        if (!sending.parcel.transit.is_failure) [[likely]]
            return Protocol::rendezvous(sending, destination, transport);
        sending.parcel.envelope.storage.bytes = 0; // no data go with it
        if (!transport.shares_memory(destination))
            return Protocol::rendezvous(sending, destination, transport);
        sending.parcel.sender = &sending;
        transport.post(destination, sending.parcel);
    }

    // ---- at the receiver

    template <class IsExpected>
    bool admits(Parcel& parcel, IsExpected is_expected, Transport& transport) noexcept {
        // Its own rank has failed before this process knows of any failure.
        const bool may_fail = is_failed_ || process::failures::any();
        const Cause cause = may_fail ? cause_here(parcel.envelope) : Cause::none;
        if (cause == Cause::none) return Protocol::admits(parcel, is_expected, transport);
        refuse(parcel, cause, transport);
        return false;
    }
    bool clear(Parcel& parcel, Receiving& receiving, Transport& transport) noexcept {
        if (!parcel.transit.is_failure) [[likely]]
            return Protocol::clear(parcel, receiving, transport);
        process::failures::suspect();
        receiving.sent_bytes = process::failures::bytes_for(Cause::peer_failed);
        receiving.complete = true;
        if constexpr (requires { this->handshake_.refuse(parcel, Cause::none); })
            if (this->handshake_.refuse(parcel, Cause::none)) return true; // that send is complete, too
        Protocol::end_send(parcel);
        return true;
    }
    // A parcel that is in no queue will not be received.
    void refuse(Parcel& parcel, Cause cause, Transport& transport) noexcept {
        if constexpr (requires { this->handshake_.refuse(parcel, cause); })
            if (this->handshake_.refuse(parcel, cause)) return; // its sender is told
        if (parcel.is_cell() || !Protocol::claim(parcel)) return this->discard(parcel, transport);
        parcel.sender->transit.cause = cause;
        Protocol::end_send(parcel);
    }
    // The rank of this protocol has failed.
    void fail() noexcept { is_failed_ = true; }
    // Ends messages under way to and from ranks in other processes for which has_failed(rank). False: there
    // were none.
    template <class HasFailed>
    bool end_transfers(HasFailed has_failed) noexcept {
        if constexpr (requires { this->handshake_.end_transfers(has_failed); })
            return this->handshake_.end_transfers(has_failed);
        return false;
    }

  private:
    // In the place of send_near().
    [[nodiscard, gnu::cold, gnu::noinline]] static bool accepts(const Envelope& envelope,
                                                                process::Rank& destination) noexcept {
        return Communicator::of(destination).accept_in_place(envelope, destination);
    }
    [[nodiscard]] static Cause cause_of_context(int context) noexcept {
        return process::failures::is_revoked(context) ? Cause::revoked : Cause::none;
    }
    // By values: otherwise the message that a send puts together would be kept in memory.
    [[nodiscard, gnu::always_inline]] static Cause cause_at(const Envelope& envelope,
                                                            const process::Rank& destination) noexcept {
        return process::failures::any() ? cause_after_failure(envelope.header.context(), destination.number)
                                        : Cause::none;
    }
    [[nodiscard, gnu::cold, gnu::noinline]] static Cause cause_after_failure(int context,
                                                                             int destination) noexcept {
        const Cause cause = cause_of_context(context);
        if (cause != Cause::none) return cause;
        return process::failures::is_known(process::failures::failure_of(destination)) ? Cause::peer_failed
                                                                                       : Cause::none;
    }
    [[nodiscard]] Cause cause_here(const Envelope& envelope) const noexcept {
        return is_failed_ ? Cause::peer_failed : cause_of_context(envelope.header.context());
    }

    bool is_failed_ = false;
};

} // namespace sartor::aspects
