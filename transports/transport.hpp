// What a machine supplies for messages between its ranks. Everything above - the communicator, the protocols,
// the interface - requires no more of a transport than these concepts.
#pragma once

#include <concepts>
#include <cstddef>

#include "runtime/directory.hpp"
#include "runtime/process.hpp"

namespace sartor::channel {

// The core. One transport serves the ranks of a worker. Messages from one rank to another arrive in the order
// in which they were sent, whichever way they went. A message arrives when the receiver's collect() calls
// Receiver::of(rank).arrive(...).
//
// Nearness is a relation of two ranks: is_here() holds for a rank whose queues the caller may access,
// shares_memory() for one that can read the caller's memory. Other ranks are reached by put(), and by the
// handshake of a DistantTransport.
template <class T, class Parcel>
concept Transport = requires(T transport, Parcel& parcel, process::Rank& rank, std::size_t bytes,
                             const process::Directory::Question& question, const int& number, int& reply,
                             void (*show)(const process::Rank& rank, const int& question, int& reply)) {
    // The transport of a rank.
    { T::of(rank) } -> std::same_as<T&>;
    { transport.is_here(rank) } -> std::same_as<bool>;
    { transport.shares_memory(rank) } -> std::same_as<bool>;
    { T::memory_of(rank) } -> std::same_as<int>; // 0 or more: the same for ranks that share it
    // Whether a message of so many bytes may be copied when it is sent; and such a copy, in the channel's own
    // memory. False: nothing was sent, there is no room.
    { transport.may_copy(rank, bytes) } -> std::same_as<bool>;
    { transport.put(rank, parcel.envelope) } -> std::same_as<bool>;
    // By address, to a rank that shares memory: the sender keeps the parcel until its receiver is done with
    // it.
    transport.post(rank, parcel);
    // Agreement among the ranks of the run: see process::Directory.
    { T::reserve(question) } -> std::same_as<int>;
    // For reports: a request to another rank. show(rank, question, answer) is called where that rank's memory
    // is. Request and reply are bytes and hold no address.
    T::query_rank(rank, number, reply, show);
    // Called by its owner: delivers what has arrived to the ranks' communicators. False: nothing has.
    { transport.collect() } -> std::same_as<bool>;
};

// A rank that finds messages again and again would never let the other ranks of its worker run. Its polls
// have a budget.
template <class T>
concept BudgetedTransport = requires(T transport, const T& unchanged) {
    { unchanged.budget_is_spent() } -> std::same_as<bool>;
    transport.renew_budget();
};

// A message that is read where its sender's worker has written it; or none. take_out() copies it to where
// there is room for all of it, and frees the slot.
template <class M, class Envelope>
concept MessageInSlot = std::default_initializable<M> &&
    requires(const M& message, const typename Envelope::storage_type& target) {
    static_cast<bool>(message); // whether there is one
    { message.header() } -> std::convertible_to<const typename Envelope::header_type&>;
    { message.check() } -> std::convertible_to<const typename Envelope::check_type&>;
    { message.bytes() } -> std::same_as<std::size_t>; // as they were sent
    message.take_out(target);
};

// A rank that runs may read a message there: the next one that waits for it, if it matches.
template <class T, class Parcel>
concept PeekableTransport = requires(T transport, const process::Rank& rank,
                                     const typename Parcel::envelope_type::header_type& expected) {
    typename T::MessageInSlot;
    requires MessageInSlot<typename T::MessageInSlot, typename Parcel::envelope_type>;
    { transport.find_in_slots(rank, expected) } -> std::same_as<typename T::MessageInSlot>;
};

// A message may be put into the receiver's slots only, which takes no other memory. False: it was not sent,
// since no slot is free or it is too long for one.
template <class T, class Parcel>
concept SlottedTransport = requires(T transport, process::Rank& rank, Parcel& parcel) {
    { transport.put_in_slot(rank, parcel.envelope) } -> std::same_as<bool>;
};

// A parcel may be accompanied by its header and its data in the receiver's slots, and the end of its send be
// told the sender the same way: then neither side reads or writes the memory of the other. False: nothing was
// sent, since no slot is free or the data are too long for one; so post() follows, or the send is ended
// directly. Its receiver is an AcceptingReceiver.
template <class T>
concept AcknowledgingTransport = requires(T transport, process::Rank& rank, typename T::Parcel& parcel) {
    { transport.post_with_data(rank, parcel) } -> std::same_as<bool>;
    // By the receiver, who is done with the parcel.
    { transport.acknowledge(parcel) } -> std::same_as<bool>;
};

// Memory for messages that were copied when they were sent: parcels with their data behind them. A transport
// that delivers bytes, not parcels, has such a pool: Receiver::of(rank).arrive(header, check, data, bytes,
// rank) keeps in it what no receive has matched. Used by one worker only.
template <class C, class Parcel>
concept CellPool = requires(C cells, Parcel& cell, std::size_t bytes) {
    { C::longest_kept } -> std::convertible_to<std::size_t>; // of the data of cells that are used again
    { cells.take_kept(bytes) } -> std::same_as<Parcel*>;     // one that was put back; null: there is none
    { cells.take_new(bytes) } -> std::same_as<Parcel*>;      // from the system; null: it has no memory
    C::begin_copy(cell, cell.envelope.header, cell.envelope.check, bytes); // whose data follow,
    { C::data_of(cell) } -> std::same_as<void*>;                           // here
    cells.put_back(cell);
    // For the next take: its data are unchanged until then. False: no more cells are kept; this one is to be
    // given back to the system.
    { cells.keep(cell) } -> std::same_as<bool>;
    cells.give_back(cell);
};

// Ranks of a worker access each other's queues. Messages that wait there for their receives are in memory of
// the transport's.
template <class T>
concept ReachableTransport = requires(T transport) {
    typename T::Parcel;
    typename T::Cells;
    requires CellPool<typename T::Cells, typename T::Parcel>;
    { T::longest_copy } -> std::convertible_to<std::size_t>; // in bytes
    { transport.cells() } -> std::same_as<typename T::Cells&>;
};

// Operations take the machine's time: before a rank reads what it shares with others, all must have happened
// that comes before its time; what completes an operation wakes its rank at that time.
template <class T>
concept TimedTransport = requires(process::Rank& rank) {
    T::wake_at_once(rank); // at the time of what is happening
};

// Some ranks share no memory. Their longer messages use a handshake: request to send, clear to send, data,
// and the completions at both ends, by an object of each rank.
template <class T>
concept DistantTransport = requires {
    typename T::Handshake;
};

// The handshake of a rank. The sender's functions run on the sender's worker, the receiver's on the
// receiver's; none waits but take_back(). What it keeps with messages is the machine's `transit`.
template <class H, class Sending, class Receiving, class Parcel>
concept Handshake = requires(H handshake, Sending& sending, Receiving& receiving, Parcel& parcel,
                             const Receiving& posted, const Receiving* oldest) {
    // Requests clearance to send; the send is complete when its data have left. It and its data must be kept
    // until then.
    handshake.request(sending);
    // Called by a sender that waits, each time before it tests whether its send is complete.
    handshake.help(sending);
    // Cancels a send that no receive has matched. False: it is matched, or is not of this handshake.
    { handshake.take_back(sending) } -> std::same_as<bool>;

    // ---- at the receiver
    handshake.prepare(receiving);        // a receive is about to look for its message
    handshake.expect(receiving, oldest); // and is about to be posted, after others if there are any;
    handshake.give_up(posted);           // it is withdrawn
    // Whether a parcel that has arrived is to be matched or queued; false: its sender needs no reply any
    // more.
    { handshake.admits(parcel) } -> std::same_as<bool>;
    H::claim(parcel); // it is about to meet its receive, or to be reserved for one
    // It has met its receive, whose data are moved now or later; then the receive is complete. False: it is
    // not of this handshake.
    { handshake.clear(parcel, receiving) } -> std::same_as<bool>;
    // No receive will match it. False: it is not of this handshake.
    { handshake.discard(parcel) } -> std::same_as<bool>;
};

// The address of a rank is looked up before it is sent to (LWMPI, sections 5.6 and 5.7.2).
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

// A send whose memory is such a buffer: no rank waits for it, and its handshake calls finished(&sending) when
// the data have left.
template <class Sending>
concept BufferedSending = requires(Sending& sending, void (*finished)(void* sending)) {
    { sending.transit.lazy } -> std::same_as<bool&>;
    sending.transit.finished = finished;
};

// A capability that a transport supplies must be complete: one without one of its members would be ignored
// silently.
template <class T, class Parcel>
concept WholeTransport = (!requires { typename T::Cells; } || ReachableTransport<T>)&&(!requires {
    typename T::MessageInSlot;
} || PeekableTransport<T, Parcel>)&&(!requires(T transport) {
    transport.renew_budget();
} || BudgetedTransport<T>)&&(!requires(std::size_t bytes) { T::take_buffer(bytes); } ||
                             BufferingTransport<T>);

} // namespace sartor::channel
