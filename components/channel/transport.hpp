// What a machine supplies for messages between its ranks. Everything above - the communicator, the protocols,
// the interface - asks a transport for these things alone.
#pragma once

#include <concepts>
#include <cstddef>

#include "components/process/directory.hpp"
#include "components/process/process.hpp"

namespace sartor::channel {

// The core. One transport serves the ranks of a worker. What one rank sends to another arrives in the order
// in which it was sent, whichever way it went: it arrives when the receiver's collect() hands it to
// Receiver::of(rank).arrive(...).
//
// How near two ranks are is a question about the two: is_here() of a rank whose queues the caller may reach
// into, shares_memory() of one that can read the caller's memory. A rank that is neither is reached by
// put(), and by the handshake of a DistantTransport.
template <class T, class Parcel>
concept Transport = requires(T transport, Parcel& parcel, process::Rank& rank, std::size_t bytes,
                             const process::Directory::Question& question, const int& number, int& answer,
                             void (*show)(const process::Rank& rank, const int& question, int& answer)) {
    // The one that serves a rank.
    { T::of(rank) } -> std::same_as<T&>;
    { transport.is_here(rank) } -> std::same_as<bool>;
    { transport.shares_memory(rank) } -> std::same_as<bool>;
    { T::memory_of(rank) } -> std::same_as<int>; // 0 or more: the same for ranks that share it
    // Whether a message of so many bytes may be copied when it is sent; such a copy, in the channel's own
    // memory. False: nothing was sent, there is no room.
    { transport.may_copy(rank, bytes) } -> std::same_as<bool>;
    { transport.put(rank, parcel.envelope) } -> std::same_as<bool>;
    // By address, to a rank that shares memory: whoever posts keeps the parcel until its receiver is done
    // with it.
    transport.post(rank, parcel);
    // What the ranks of the run agree on: see process::Directory.
    { T::reserve(question) } -> std::same_as<int>;
    // What a rank shows to the reports of others: show(rank, question, answer), called where its memory is.
    // Any question and answer that are bytes and hold no address.
    T::ask(rank, number, answer, show);
    // By its owner: brings what has arrived to the ranks' communicators. False: nothing has.
    { transport.collect() } -> std::same_as<bool>;
};

// Ranks run on workers of their own and look for what comes: one that finds some again and again would never
// let the others of its worker run. Its looks have a budget.
template <class T>
concept BudgetedTransport = requires(T transport, const T& unchanged) {
    { unchanged.budget_is_spent() } -> std::same_as<bool>;
    transport.renew_budget();
};

// A message that is read where its sender's worker has put it; or none. take_out() copies it to where there
// is room for all of it, and ends it.
template <class M, class Envelope>
concept MessageInSlot = std::default_initializable<M> &&
    requires(const M& message, const typename Envelope::storage_type& target) {
    static_cast<bool>(message); // whether there is one
    { message.header() } -> std::convertible_to<const typename Envelope::header_type&>;
    { message.check() } -> std::convertible_to<const typename Envelope::check_type&>;
    { message.bytes() } -> std::same_as<std::size_t>; // as they were sent
    message.take_out(target);
};

// A rank that runs may read a message there: the next one of those that wait for it, when it matches.
template <class T, class Parcel>
concept PeekableTransport = requires(T transport, const process::Rank& rank,
                                     const typename Parcel::envelope_type::header_type& expected) {
    typename T::MessageInSlot;
    requires MessageInSlot<typename T::MessageInSlot, typename Parcel::envelope_type>;
    { transport.find_in_slots(rank, expected) } -> std::same_as<typename T::MessageInSlot>;
};

// A message may be put into the receiver's slots alone, by which no other memory is taken. False: it was not
// sent, for no slot is free or it is too long for one.
template <class T, class Parcel>
concept SlottedTransport = requires(T transport, process::Rank& rank, Parcel& parcel) {
    { transport.put_in_slot(rank, parcel.envelope) } -> std::same_as<bool>;
};

// Memory for messages that were copied when they were sent, parcels with their data behind them. A transport
// that hands over bytes, not parcels, has such a pool: Receiver::of(rank).arrive(header, check, data, bytes,
// rank) keeps in it what no receive waits for. Used by one worker alone.
template <class C, class Parcel>
concept CellPool = requires(C cells, Parcel& cell, std::size_t bytes) {
    { C::longest_kept } -> std::convertible_to<std::size_t>; // of the data of cells that are used again
    { cells.take_kept(bytes) } -> std::same_as<Parcel*>;     // one that was put back; null: there is none
    { cells.take_new(bytes) } -> std::same_as<Parcel*>;      // from the system; null: it has no memory
    C::begin_copy(cell, cell.envelope.header, cell.envelope.check, bytes); // whose data follow,
    { C::data_of(cell) } -> std::same_as<void*>;                           // here
    cells.put_back(cell);
    // For the next take: its data stay as they are until then. False: there is no room for more, and it is
    // given back to the system.
    { cells.keep(cell) } -> std::same_as<bool>;
    cells.give_back(cell);
};

// Ranks of a worker reach into each other's queues. Messages that wait there for their receives have memory
// of the transport's.
template <class T>
concept ReachableTransport = requires(T transport) {
    typename T::Parcel;
    typename T::Cells;
    requires CellPool<typename T::Cells, typename T::Parcel>;
    { T::longest_copy } -> std::convertible_to<std::size_t>; // in bytes
    { transport.cells() } -> std::same_as<typename T::Cells&>;
};

// What ranks do takes the machine's time: before one looks at what it shares with others, all must have
// happened that comes before its time, and whatever completes an operation wakes its rank at that time.
template <class T>
concept TimedTransport = requires(process::Rank& rank) {
    T::wake_at_once(rank); // at the time of what is happening
};

// Some ranks share no memory. Their longer messages are asked for: request to send, clear to send, data, and
// the completions at both ends are a rank's Handshake.
template <class T>
concept DistantTransport = requires {
    typename T::Handshake;
};

// What the handshake of a rank does. The sender's functions run on the sender's worker, the receiver's on the
// receiver's; none waits but take_back(). What it keeps with messages is the machine's `transit`.
template <class H, class Sending, class Receiving, class Parcel>
concept Handshake = requires(H handshake, Sending& sending, Receiving& receiving, Parcel& parcel,
                             const Receiving& posted, const Receiving* oldest) {
    // ---- at the sender
    // Asks for clearance to send; the send is complete when its data have left. Until then it and its data
    // are kept.
    handshake.request(sending);
    // By a sender that waits, each time before it looks whether its send is complete.
    handshake.help(sending);
    // A send that no receive has matched is over. False: it is matched, or is no send of this handshake's.
    { handshake.take_back(sending) } -> std::same_as<bool>;

    // ---- at the receiver
    handshake.prepare(receiving);        // a receive is about to look for its message
    handshake.expect(receiving, oldest); // and is about to be posted, after others if there are any;
    handshake.give_up(posted);           // it is withdrawn
    // Whether a parcel that has come is to be matched or queued; false: its sender needs no answer any more.
    { handshake.admits(parcel) } -> std::same_as<bool>;
    H::claim(parcel); // it is about to meet its receive, or to be reserved for one
    // It has met its receive, whose data move now or later; then the receive is complete. False: it is not of
    // this handshake.
    { handshake.clear(parcel, receiving) } -> std::same_as<bool>;
    // Nobody will receive it. False: it is not of this handshake.
    { handshake.discard(parcel) } -> std::same_as<bool>;
};

// A rank is found by asking for it before it is sent to (LWMPI, sections 5.6 and 5.7.2).
template <class T>
concept NamingTransport = requires(process::Rank& rank) {
    T::look_up(rank);
};

// Messages can be sent from memory of the library's at their sender (MPPA-MPI, section III.C.2).
template <class T>
concept BufferingTransport = requires(process::Rank& rank, std::size_t bytes) {
    { T::may_buffer(bytes, bytes) } -> std::same_as<bool>; // so many more than those in use
    T::take_buffer(bytes);
    T::copied_to_buffer(bytes);
    T::put_back_buffer(rank, bytes);
};

// A send whose memory is such a buffer: nobody waits for it, and its handshake calls finished(&sending) when
// the data have left.
template <class Sending>
concept BufferedSending = requires(Sending& sending, void (*finished)(void* sending)) {
    { sending.transit.lazy } -> std::same_as<bool&>;
    sending.transit.finished = finished;
};

// What a transport begins to supply it supplies in full: a capability without one of its members would be
// left out, and nobody would say so.
template <class T, class Parcel>
concept WholeTransport = (!requires { typename T::Cells; } || ReachableTransport<T>)&&(!requires {
    typename T::MessageInSlot;
} || PeekableTransport<T, Parcel>)&&(!requires(T transport) {
    transport.renew_budget();
} || BudgetedTransport<T>)&&(!requires(std::size_t bytes) { T::take_buffer(bytes); } ||
                             BufferingTransport<T>);

} // namespace sartor::channel
