// What a machine supplies for messages between its ranks. Everything above - the communicator, the protocols,
// the interface - asks a transport for these things alone.
#pragma once

#include <concepts>

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
                             const process::Directory::Question& question) {
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

// A rank that runs may read a message where its sender's worker has put it.
template <class T, class Parcel>
concept PeekableTransport = requires(T transport, const process::Rank& rank,
                                     const typename Parcel::envelope_type::header_type& expected) {
    typename T::MessageInSlot;
    { transport.find_in_slots(rank, expected) } -> std::same_as<typename T::MessageInSlot>;
};

// Ranks of a worker reach into each other's queues. Messages that wait there for their receives have memory
// of the transport's: see Cells.
template <class T>
concept ReachableTransport = requires(T transport) {
    typename T::Cells;
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

} // namespace sartor::channel
