// Words of 64 bits between ranks: the channel sync (MPPA-MPI, section I.B: Sync; LWMPI, section 4.1.1). The
// control network brings them into mailboxes that PEs watch (AOS, section 4.3.2), without any server.
#pragma once

#include <cstdint>

#include "components/machine/manycore/ranks.hpp"

namespace sartor::channel::manycore {

// A word that a rank sends, or waits for. Lives with it until `complete` has been called, or until send() or
// receive() have said that it is complete.
struct Word {
    int source = 0;      // ranks
    int destination = 0; //
    int context = 0;     // words of different contexts, or of different numbers, don't meet
    int number = 0;
    int bytes = 0; // of the 64 bits, that count
    std::uint64_t value = 0;
    machine::manycore::Note note;                                          // of send()
    void (*complete)(Word& self, machine::manycore::Cycles now) = nullptr; // by an event
    void* object = nullptr;
    Word* next = nullptr; // link in the queue of a slot
};

// By the running rank. A sender has one slot at each receiver for each context and number: while it holds a
// word that was not received, further ones wait in line. Slots in another cluster's mailboxes are taken when
// they are needed; when all are taken, words go as control messages by the server of the receiver's cluster.
[[nodiscard]] bool send(Word& word) noexcept; // true: it is on its way
[[nodiscard]] bool receive(Word& word) noexcept;

// After a run: visit(word) for each that was sent to the rank and never received. Each is told of once.
void take_unreceived(int rank, void (*visit)(void* object, const Word& word), void* object) noexcept;

} // namespace sartor::channel::manycore
