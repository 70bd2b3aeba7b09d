// The protocol that all others are woven over: where two ranks share memory the receiver copies straight out
// of the sender's buffer.
#pragma once

#include <atomic>
#include <string_view>

#include "components/process/process.hpp"

namespace sartor::communicator {

// One copy, no buffer: the parcel is the request to send, the receiver's copy clears, moves and acknowledges
// it in one step. The send completes when the receiver has taken the data.
//
// Aspects over it redefine what they change and pass the rest on. A send is tried in this order: send_near()
// and send_in_new() where the destination's queues may be reached into, send_far() elsewhere; these return
// false when nothing was sent, and the sending waits for its receiver by rendezvous(). A receive begins with
// prepare() and, when no message is here, expect(); a parcel that comes is let in or not by admits(); one
// that has met its receive is clear()ed or deliver()ed.
template <class Types>
class DirectCopy {
  public:
    static constexpr std::string_view name = "direct copy";
    static constexpr bool revokes = false; // whether sends can be taken back
    using Envelope = typename Types::Envelope;
    using Mode = typename Envelope::mode_type;
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Parcel = typename Types::Parcel;
    using Transport = typename Types::Transport;
    using Communicator = typename Types::Communicator;
    using Storage = typename Envelope::storage_type;

    // ---- at the sender

    static bool send_near(const Envelope&, Mode, process::Rank&, Transport&) noexcept { return false; }
    static bool send_in_new(const Envelope&, Mode, process::Rank&, Transport&) noexcept { return false; }
    static bool send_far(const Envelope&, Mode, process::Rank&, Transport&) noexcept { return false; }

    void rendezvous(Sending& sending, Transport& transport) noexcept {
        sending.parcel.sender = &sending;
        transport.post(process::rank(sending.destination), sending.parcel);
    }
    // What a sender that waits can do about it.
    static void help(Sending&) noexcept {}
    // Whether a send that is not matched can still be taken back, and was.
    static bool take_back(Sending&, Transport&) noexcept { return false; }

    // ---- at the receiver

    // The receive is about to look for its message;
    static void prepare(Receiving&) noexcept {}
    // it waits, behind others that wait;
    static void expect(Receiving&, const Receiving*) noexcept {}
    // it is taken back.
    static void give_up(const Receiving&) noexcept {}

    // A parcel that has come. False: it counts no more, and is gone. is_expected() tells whether a receive
    // waits for it.
    template <class IsExpected>
    static bool admits(Parcel&, IsExpected, Transport&) noexcept {
        return true;
    }
    // A parcel meets its receive or is reserved for one. False: it was taken back, and is to be discarded.
    static bool claim(Parcel&) noexcept { return true; }
    static bool is_taken_back(const Parcel&) noexcept { return false; }

    // True: the data of a parcel that has met its receive are on their way, or about to be; they complete
    // both.
    static bool clear(Parcel&, Receiving&, Transport&) noexcept { return false; }
    // Otherwise: a copy, as much as fits, and the end of the parcel.
    void deliver(Parcel& parcel, const Storage& target, Transport&) noexcept {
        parcel.envelope.storage.copy_to(target);
        acknowledge(parcel);
    }

    // Nobody will receive it: its sender's memory is the sender's.
    static void discard(Parcel&, Transport&) noexcept {}

  protected:
    // The receiver is done with a parcel: its sender may go on. Nothing of the parcel is touched after that.
    static void acknowledge(Parcel& parcel) noexcept {
        process::Rank& owner = *parcel.sender->owner;
        parcel.sender->complete.store(true, std::memory_order_release);
        process::wake(owner);
    }
};

} // namespace sartor::communicator
