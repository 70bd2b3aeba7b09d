// The protocol over which all others are woven: where two ranks share memory the receiver copies straight
// out of the sender's buffer.
#pragma once

#include <atomic>
#include <concepts>
#include <string_view>

#include "runtime/process.hpp"

namespace sartor::communicator {

// One copy, no buffer: the parcel is the request to send; the receiver's copy clears, moves and acknowledges
// it in one step. The send completes when the receiver has copied the data, so this protocol alone makes
// every send synchronous.
//
// This class is the interface of all protocols. An aspect over it redefines the functions that it changes and
// passes the rest on to its base.
//
// A send is tried in this order: send_near() and send_in_new() to a rank whose queues the sender may access,
// send_far() to any other. When these return false nothing was sent, and rendezvous() makes the send wait for
// its receiver.
//
// A receive begins with prepare() and, when no message has arrived for it, expect(). A parcel that arrives is
// admitted by admits(), or dropped. One that has met its receive is moved by clear(), or by deliver().
//
// The sender's functions run on the sender's worker, those of the receiver on the receiver's.
template <class Types>
class DirectCopy {
  public:
    static constexpr std::string_view name = "direct copy";
    static constexpr bool revokes = false; // whether senders can take parcels back that are queued
    using Envelope = typename Types::Envelope;
    using Mode = typename Envelope::mode_type;
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Parcel = typename Types::Parcel;
    using Transport = typename Types::Transport;
    using Communicator = typename Types::Communicator;
    using Storage = typename Envelope::storage_type;

    // The rank whose protocol this is: what others look for there. Before any rank runs.
    static void attach(process::Rank&) noexcept {}

    // ---- at the sender

    // send_near() takes no memory from the system, send_in_new() may. All three return true when the send is
    // complete.
    static bool send_near(const Envelope&, Mode, process::Rank&, Transport&) noexcept { return false; }
    static bool send_in_new(const Envelope&, Mode, process::Rank&, Transport&) noexcept { return false; }
    static bool send_far(const Envelope&, Mode, process::Rank&, Transport&) noexcept { return false; }

    // Requires that sending and data are kept until the send is complete, and that the destination shares
    // memory: see aspects/rendezvous.hpp for others.
    void rendezvous(Sending& sending, process::Rank& destination, Transport& transport) noexcept {
        sending.parcel.sender = &sending;
        if constexpr (Communicator::searched_when_near)
            if (transport.is_here(destination))
                return Communicator::of(destination).queue(sending.parcel, destination);
        transport.post(destination, sending.parcel);
    }
    // Called by a sender that waits, each time before it tests whether its send is complete.
    static void help(Sending&) noexcept {}
    // Cancels a send that is not matched: true, and it is complete. False: it is too late, or not supported.
    static bool take_back(Sending&, Transport&) noexcept { return false; }

    // ---- at the receiver

    // A receive is about to search for its message.
    static void prepare(Receiving&) noexcept {}
    // It found none and is about to be posted; the second argument is the oldest receive that is posted
    // already, or null.
    static void expect(Receiving&, const Receiving*) noexcept {}
    // It was posted, and is withdrawn.
    static void give_up(const Receiving&) noexcept {}

    // Whether a parcel that has arrived is to be matched or queued. False: it needs no receive any more,
    // because its sender has cancelled it or it was served already, and it must not be touched. is_expected()
    // returns whether a posted receive matches it.
    template <class IsExpected>
    static bool admits(Parcel&, IsExpected, Transport&) noexcept {
        return true;
    }
    // A parcel is about to meet its receive or to be reserved for one. False: its sender has cancelled it; it
    // is to be discarded.
    static bool claim(Parcel&) noexcept { return true; }
    // Whether its sender has cancelled it; decides nothing.
    static bool is_taken_back(const Parcel&) noexcept { return false; }

    // For a parcel that has met its receive. True: its data are moved by other means, now or soon, which
    // complete the receive and the send. False: deliver() follows.
    static bool clear(Parcel&, Receiving&, Transport&) noexcept { return false; }
    // Copies as much as fits and ends the parcel: its sender's send is complete. The caller completes the
    // receive.
    static void deliver(Parcel& parcel, const Storage& target, Transport& transport) noexcept {
        parcel.envelope.storage.copy_to(target);
        acknowledge(parcel, transport);
    }

    // Ends a parcel that will never be received. Here there is nothing to free: its memory is the sender's.
    static void discard(Parcel&, Transport&) noexcept {}

    // Completes the send of a parcel and wakes its owner. The parcel may be gone when this returns: nothing
    // of it is touched afterwards.
    static void end_send(Parcel& parcel) noexcept {
        process::Rank& owner = *parcel.sender->owner;
        parcel.sender->complete.store(true, std::memory_order_release);
        process::wake(owner);
    }

  protected:
    // The same for an aspect that has another way to the sender.
    static void acknowledge(Parcel& parcel, Transport&) noexcept { end_send(parcel); }
};

// What the communicator requires of a protocol, this one with any aspects over it. The functions are
// described above.
template <class P>
concept Protocol = requires(P& protocol, const typename P::Envelope& envelope, typename P::Mode mode,
                            process::Rank& rank, typename P::Transport& transport,
                            typename P::Sending& sending, typename P::Receiving& receiving,
                            typename P::Parcel& parcel, const typename P::Storage& target,
                            bool (*is_expected)()) {
    { P::revokes } -> std::convertible_to<bool>;
    protocol.attach(rank);
    { protocol.send_near(envelope, mode, rank, transport) } -> std::same_as<bool>;
    { protocol.send_in_new(envelope, mode, rank, transport) } -> std::same_as<bool>;
    { protocol.send_far(envelope, mode, rank, transport) } -> std::same_as<bool>;
    protocol.rendezvous(sending, rank, transport);
    protocol.help(sending);
    { protocol.take_back(sending, transport) } -> std::same_as<bool>;
    protocol.prepare(receiving);
    protocol.expect(receiving, &receiving);
    protocol.give_up(receiving);
    { protocol.admits(parcel, is_expected, transport) } -> std::same_as<bool>;
    { P::claim(parcel) } -> std::same_as<bool>;
    { P::is_taken_back(parcel) } -> std::same_as<bool>;
    { protocol.clear(parcel, receiving, transport) } -> std::same_as<bool>;
    protocol.deliver(parcel, target, transport);
    protocol.discard(parcel, transport);
};

} // namespace sartor::communicator
