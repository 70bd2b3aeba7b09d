// Sends that the program may cancel (MPI-5.0 section 3.8.4): a message that waits for its receive can be
// taken back until a receive has matched it.
#pragma once

#include <cstdlib>
#include <new>
#include <string_view>
#include <type_traits>

#include "components/library_memory.hpp"
#include "runtime/process.hpp"

namespace sartor::aspects {

// A message that is sent by address inside shared memory gets a parcel in memory of its own, from malloc: the
// receiver may have it in its queue long after the send was cancelled, and drops it when it finds it. No
// message informs the receiver. Without memory for the parcel the run ends with a report and exit code 1.
//
// Requests to send, between ranks that share no memory, are cancelled by the handshake below. A message that
// was copied when it was sent, or is matched, can't be cancelled.
template <class Protocol>
class Revocation : public Protocol {
  public:
    static constexpr std::string_view name = "revocation";
    static constexpr bool revokes = true;
    using typename Protocol::Communicator;
    using typename Protocol::Parcel;
    using typename Protocol::Sending;
    using typename Protocol::Transport;
    static_assert(
        requires(Parcel parcel) { parcel.transit.claim; },
        "sends are taken back by a claim in their parcels: communicator::Revocable");
    // communicator::Claim: sender and receiver decide by it to whom the parcel belongs.
    using Claim = std::remove_pointer_t<decltype(Parcel::transit.claim)>;

    void rendezvous(Sending& sending, process::Rank& destination, Transport& transport) noexcept {
        if (!sending.transit.revocable || !transport.shares_memory(destination))
            return Protocol::rendezvous(sending, destination, transport);
        Ticket& ticket = ticket_for(sending);
        ticket.claim.open();
        ticket.parcel.envelope = sending.parcel.envelope;
        ticket.parcel.sender = &sending;
        transport.post(destination, ticket.parcel);
    }

    // ---- at the sender

    // True: the send is cancelled and complete. False: it is complete or matched already.
    bool take_back(Sending& sending, Transport& transport) noexcept {
        if (sending.is_complete() || !was_taken_back(sending, transport)) return false;
        sending.complete.store(true, std::memory_order_relaxed);
        return true;
    }

    // ---- at the receiver

    // A parcel that came by address is admitted when a posted receive matches it and claims it, or when it
    // has not been cancelled so far. Otherwise it is discarded here.
    template <class IsExpected>
    bool admits(Parcel& parcel, IsExpected is_expected, Transport& transport) noexcept {
        if (parcel.transit.claim == nullptr) return Protocol::admits(parcel, is_expected, transport);
        const bool counts = is_expected() ? claim(parcel) : !is_taken_back(parcel);
        if (!counts) discard(parcel, transport);
        return counts;
    }
    [[nodiscard]] static bool claim(Parcel& parcel) noexcept {
        return parcel.transit.claim == nullptr ? Protocol::claim(parcel) : parcel.transit.claim->match();
    }
    [[nodiscard]] static bool is_taken_back(const Parcel& parcel) noexcept {
        return parcel.transit.claim != nullptr && parcel.transit.claim->is_taken_back();
    }

    void discard(Parcel& parcel, Transport& transport) noexcept {
        if (parcel.transit.claim == nullptr) return Protocol::discard(parcel, transport);
        parcel.transit.claim->end_at_receiver();
    }

  private:
    bool was_taken_back(Sending& sending, Transport& transport) noexcept {
        Claim* claim = sending.transit.claim;
        if (claim == nullptr) return Protocol::take_back(sending, transport);
        if (!claim->take_back()) return false;
        sending.transit.claim = nullptr;
        const process::Rank& destination = process::rank(sending.destination);
        if (transport.is_here(destination))
            Communicator::of(destination).drop(reinterpret_cast<Ticket*>(claim)->parcel);
        return true;
    }

    struct Ticket {
        Claim claim; // first: the claim frees both
        Parcel parcel{};
    };

    // A persistent send keeps the ticket of its last start when that was matched, and uses it again.
    static Ticket& ticket_for(Sending& sending) noexcept {
        Claim*& claim = sending.transit.claim;
        if (claim == nullptr) {
            void* memory = allocate_for_library(sizeof(Ticket));
            if (memory == nullptr) process::end_without_memory("a message that the program may cancel");
            auto* ticket = new (memory) Ticket;
            claim = ticket->parcel.transit.claim = &ticket->claim;
        }
        return *reinterpret_cast<Ticket*>(claim);
    }
};

} // namespace sartor::aspects
