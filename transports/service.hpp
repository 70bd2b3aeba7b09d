// What channels carry: services, listed as types. A machine's transport is made for the services of a program
// and carries all of them; what is not listed is not in it.
//
//     using transport = typename Machine::template transport<Messages<Parcel, Communicator>, OneSided>;
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "runtime/process.hpp"

namespace sartor::channel {

// Messages that wait for receives: each transport carries one such service. Its receiver takes parcels, by
// address or as copies (channel::Transport).
template <class S>
concept MessageService = requires(const process::Rank& rank) {
    { S::name } -> std::convertible_to<std::string_view>;
    typename S::Parcel;
    typename S::Receiver;
};

// What a transport requires of the receiver of its messages. R::of(rank) is the receiver of a rank; all its
// functions are called on the worker of that rank, or in an event of its machine, and must not block.
template <class R, class Parcel>
concept MessageReceiver = requires(process::Rank& rank, Parcel& parcel) {
    { R::of(rank) } -> std::same_as<R&>;
    R::of(rank).arrive(parcel, rank); // the parcel is the receiver's until its message is complete
};
// One that takes messages as bytes, too, and copies what it keeps of them.
template <class R, class Parcel>
concept CopyingReceiver = MessageReceiver<R, Parcel> &&
    requires(process::Rank& rank, const typename Parcel::envelope_type& envelope, const void* data,
             std::size_t bytes) {
    R::of(rank).arrive(envelope.header, envelope.check, data, bytes, rank);
};
// One that takes the data that accompany a parcel (AcknowledgingTransport) where a posted receive matches it.
// False: none does, and nothing has happened; the parcel arrives by its address. It is told that a send of
// its rank is complete, and ends sends itself where their senders can't be told.
template <class R, class Parcel>
concept AcceptingReceiver = MessageReceiver<R, Parcel> &&
    requires(process::Rank& rank, const typename Parcel::envelope_type& envelope, Parcel& parcel,
             typename Parcel::sending_type& sending) {
    { R::of(rank).accept(envelope, rank) } -> std::same_as<bool>;
    R::of(rank).complete(sending, rank);
    R::end_send(parcel);
};
// One that says whether its rank is about to poll for its next message, so that a PeekableTransport may leave
// that message in its slot.
template <class R>
concept ReadingReceiver = requires(const process::Rank& rank) {
    { R::of(rank).reads_next_message(rank) } -> std::same_as<bool>;
};

// Active messages: a header of numbers, and bytes, both copied when they are sent. They need no receive: the
// receiver handles them (ActiveReceiver), whatever the rank is doing. Active messages of one service between
// two ranks arrive in the order in which they were sent; between services there is no order.
template <class S>
concept ActiveService = requires {
    { S::name } -> std::convertible_to<std::string_view>;
    typename S::Header;
    typename S::Receiver;
}
&&std::is_trivially_copyable_v<typename S::Header>;

// The receiver of active messages: called where the rank is, on its worker or in an event of its machine. It
// must not block, and copies what it keeps of the data.
template <class R, class Header>
concept ActiveReceiver = requires(process::Rank& rank, const Header& header, const void* data,
                                  std::size_t bytes) {
    R::of(rank).handle(header, data, bytes, rank);
};

// A transport that carries a service of active messages. send() always succeeds: without memory the run ends,
// with a report.
template <class T, class Service>
concept CarryingTransport = ActiveService<Service> &&
    requires(T transport, process::Rank& destination, const typename Service::Header& header,
             const void* data, std::size_t bytes, int from) {
    transport.template send<Service>(destination, header, data, bytes);
    // By what happens at rank `from`: an event there, a handler.
    transport.template send<Service>(destination, header, data, bytes, from);
};

// Words: up to 64 bits under a context and a number, from one rank to another, which name each other. Nothing
// is kept for words but a slot for each pair of ranks, context and number (MPPA-MPI, section I.B: Sync;
// LWMPI, section 4.1.1). A `Word` is kept by its sender or receiver until it is complete.
template <class S>
concept WordService = requires {
    { S::name } -> std::convertible_to<std::string_view>;
    typename S::Word;
};

// A transport that carries words.
template <class T>
concept WordTransport = requires(typename T::Word& word, int rank,
                                 void (*visit)(void* object, const typename T::Word& word), void* object) {
    // By the running rank. False: it is under way, and word.complete() is called when it is complete.
    { T::send_word(word) } -> std::same_as<bool>;
    { T::receive_word(word) } -> std::same_as<bool>;
    // After a run: those that were sent to a rank and never received, once each.
    T::take_unreceived_words(rank, visit, object);
};

// A transport that moves data between the memories of ranks without software at the target, while both
// continue. T::Move is one transfer: contiguous ranges are added to it, with functions for their arrival and
// for the initiator's completion.
template <class T>
concept MovingTransport = requires(const process::Rank& target, std::size_t bytes, typename T::Move& move) {
    { T::is_moved(target, bytes) } -> std::same_as<bool>; // and not a message sent
    move.add(bytes);
    T::move_to(move, target);
    T::move_from(move, target);
};
// A transport on whose clock a copy by the running rank is accounted.
template <class T>
concept CopyChargingTransport = requires(std::size_t bytes) {
    T::charge_copy(bytes);
};

// A transport that has a faster way for replies to an initiator than a message.
template <class T, class Service>
concept ReplyingTransport = ActiveService<Service> &&
    requires(const process::Rank& destination, const typename Service::Header& header, const void* data,
             std::size_t bytes, int from) {
    T::template reply<Service>(destination, header, data, bytes, from);
};

// A transport of messages that carries active services besides: With<Base, Active...>; Base itself where
// there are none.
template <template <class, class...> class With, class Base, class... Active>
struct carrying {
    using type = With<Base, Active...>;
};
template <template <class, class...> class With, class Base>
struct carrying<With, Base> {
    using type = Base;
};

// The service of messages with these parcels and this receiver.
template <class ParcelUsed, class ReceiverUsed>
struct Messages {
    static constexpr std::string_view name = "messages";
    using Parcel = ParcelUsed;
    using Receiver = ReceiverUsed;
};

} // namespace sartor::channel
