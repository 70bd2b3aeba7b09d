// Sends of which the program may think better (MPI-5.0 section 3.8.4): until a receive has matched it, a
// message that waits for its receive can be taken back.
#pragma once

#include <cstdlib>
#include <new>
#include <string_view>
#include <type_traits>

#include "components/process/process.hpp"

namespace sartor::aspects {

// What goes by address inside shared memory gets a parcel with memory of its own: it may lie in the
// receiver's hands for long after the send was taken back, until the receiver meets it and drops it. No
// message tells of that. Requests to send that crossed to another memory are the handshake's to take back.
// What was copied when it was sent, or is matched, is not taken back.
template <class Protocol>
class Revocation : public Protocol {
  public:
    static constexpr std::string_view name = "revocation";
    static constexpr bool revokes = true;
    using typename Protocol::Communicator;
    using typename Protocol::Parcel;
    using typename Protocol::Sending;
    using typename Protocol::Transport;
    // Whose the parcel is: match(), take_back() and what follows from them.
    using Claim = std::remove_pointer_t<decltype(Parcel::transit.claim)>;

    void rendezvous(Sending& sending, Transport& transport) noexcept {
        if (!sending.transit.revocable || !transport.shares_memory(process::rank(sending.destination)))
            return Protocol::rendezvous(sending, transport);
        Ticket& ticket = ticket_for(sending);
        ticket.claim.open();
        ticket.parcel.envelope = sending.parcel.envelope;
        ticket.parcel.sender = &sending;
        transport.post(process::rank(sending.destination), ticket.parcel);
    }

    // ---- at the sender

    // False: it is too late.
    bool take_back(Sending& sending, Transport& transport) noexcept {
        if (sending.is_complete() || !was_taken_back(sending, transport)) return false;
        sending.complete.store(true, std::memory_order_relaxed);
        return true;
    }

    // ---- at the receiver

    // A parcel meets a receive or is reserved for one. False: it was taken back, and is to be discarded.
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

    // That of a send which was matched before serves again.
    static Ticket& ticket_for(Sending& sending) noexcept {
        Claim*& claim = sending.transit.claim;
        if (claim == nullptr) {
            void* memory = std::malloc(sizeof(Ticket));
            if (memory == nullptr) end_without_memory();
            auto* ticket = new (memory) Ticket;
            claim = ticket->parcel.transit.claim = &ticket->claim;
        }
        return *reinterpret_cast<Ticket*>(claim);
    }

    [[noreturn, gnu::cold]] static void end_without_memory() noexcept {
        process::report("no memory for a message of which the program may think better");
        process::end_run(1);
    }
};

} // namespace sartor::aspects
