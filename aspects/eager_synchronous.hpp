// Synchronous sends of short messages between workers: the data go along with the request, and the completion
// comes back as a message (EPOS-MPI 4.1: short messages are sent right away; MPI-5.0 section 3.4: the send
// completes only when its receive has started).
#pragma once

#include <string_view>

#include "runtime/process.hpp"
#include "transports/transport.hpp"

namespace sartor::aspects {

// Woven directly over the protocol that copies in shared memory, inside of what serves ranks that share none.
// Where a receive is posted already, neither side reads the memory of the other: the receiver takes the data
// out of the channel, and the sender finds the acknowledgement where it polls anyway. Without a posted
// receive the message waits in its sender's memory like any other, so no copy is kept and nothing completes
// early. The functions are described in communicator/direct_copy.hpp.
template <class Protocol>
class EagerSynchronous : public Protocol {
  public:
    static constexpr std::string_view name = "synchronous sends with their data";
    using typename Protocol::Communicator;
    using typename Protocol::Parcel;
    using typename Protocol::Sending;
    using typename Protocol::Storage;
    using typename Protocol::Transport;
    static_assert(channel::AcknowledgingTransport<Transport>,
                  "this machine's transport sends no data along with a request, or acknowledges none");

    void rendezvous(Sending& sending, process::Rank& destination, Transport& transport) noexcept {
        if (transport.is_here(destination)) return Protocol::rendezvous(sending, destination, transport);
        rendezvous_elsewhere(sending, destination, transport);
    }

    void deliver(Parcel& parcel, const Storage& target, Transport& transport) noexcept {
        parcel.envelope.storage.copy_to(target);
        acknowledge(parcel, transport);
    }

  protected:
    // Not inlined: sends within a worker are short without it.
    [[gnu::noinline]] void rendezvous_elsewhere(Sending& sending, process::Rank& destination,
                                                Transport& transport) noexcept {
        sending.parcel.sender = &sending;
        if (!transport.post_with_data(destination, sending.parcel))
            Protocol::rendezvous(sending, destination, transport);
    }

    // A sender of this worker is woken if it waits for this send.
    void acknowledge(Parcel& parcel, Transport& transport) noexcept {
        process::Rank& sender = *parcel.sender->owner;
        if (transport.is_here(sender))
            Communicator::of(sender).complete(*parcel.sender, sender);
        else if (!transport.acknowledge(parcel))
            Protocol::acknowledge(parcel, transport);
    }
};

} // namespace sartor::aspects
