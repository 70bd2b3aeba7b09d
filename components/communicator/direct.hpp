// The protocol that all others are woven over: the receiver copies straight out of the sender's buffer.
#pragma once

#include <atomic>
#include <string_view>

#include "components/process/process.hpp"

namespace sartor::communicator {

// One copy, no buffer. The send completes when the receiver has taken the data.
template <class Types>
class DirectCopy {
  public:
    static constexpr std::string_view name = "direct copy";
    static constexpr bool revokes = false; // whether sends can be taken back
    using Envelope = typename Types::Envelope;
    using Mode = typename Envelope::mode_type;
    using Sending = typename Types::Sending;
    using Parcel = typename Types::Parcel;
    using Mailbox = typename Types::Mailbox;
    using Communicator = typename Types::Communicator;
    using Storage = typename Envelope::storage_type;

    // Sends what need not wait for its receiver, to a rank of this worker (near) or of another one (far).
    // False: nothing was sent yet.
    bool send_near(const Envelope&, Mode, process::Rank&, Mailbox&) noexcept { return false; }
    bool send_in_new(const Envelope&, Mode, process::Rank&) noexcept { return false; }
    bool send_far(const Envelope&, Mode, process::Rank&, Mailbox&) noexcept { return false; }

    // The parcel is the request to send; the receiver's copy clears, moves and acknowledges it in one step.
    void rendezvous(Sending& sending, Mailbox& mailbox) noexcept {
        sending.parcel.sender = &sending;
        mailbox.post(process::rank(sending.destination), sending.parcel);
    }

    // The receiver's copy, as much as fits, and the end of the parcel.
    void deliver(Parcel& parcel, const Storage& target, Mailbox&) noexcept {
        parcel.envelope.storage.copy_to(target);
        acknowledge(parcel);
    }

    // What a sender that waits can do about it.
    void help(Sending&) noexcept {}

    // Nobody will receive it: its sender's memory is the sender's.
    void discard(Parcel&, Mailbox&) noexcept {}

  protected:
    // The receiver is done with a parcel: its sender may go on. Nothing of the parcel is touched after that.
    static void acknowledge(Parcel& parcel) noexcept {
        process::Rank& owner = *parcel.sender->owner;
        parcel.sender->complete.store(true, std::memory_order_release);
        process::wake(owner);
    }
};

} // namespace sartor::communicator
