// What --checked does with buffers of messages: no other operation may write those of operations under way,
// nothing may change what is sent, and no receive may write a byte twice (MPI-5.0 sections 3.7.2 and 5.1.11).
#pragma once

#include <utility>

#include "components/envelope/digest.hpp"
#include "components/envelope/pieces.hpp"
#include "mpi_api/call/checked_room.hpp"
#include "mpi_api/call/function_of_program.hpp"
#include "mpi_api/call/operation_text.hpp"

namespace sartor::mpi {

template <class Program>
using request_of = Request<typename Interface<Program>::types>;

namespace internal {

template <class Program>
[[nodiscard, gnu::cold, gnu::noinline]] int refuse_common_byte(error_owner<Program> owner) noexcept {
    return Call<Program>::template fail_for<MPI_ERR_TYPE>(
        owner, "parts of the datatype overlap: a byte would be written twice");
}

// The span of the data meets that of others, or the pieces may meet each other. Returns MPI_SUCCESS or the
// error.
template <class Program, class Storage>
[[nodiscard, gnu::noinline]] int look_at_each_piece(error_owner<Program> owner, const Storage& data,
                                                    PieceSpan span, bool is_written,
                                                    const request_of<Program>* own) noexcept {
    if (is_written && envelope::has_byte_twice(data)) return refuse_common_byte<Program>(owner);
    OwnBuffers<Storage> own_buffers;
    if (own != nullptr) own_buffers = {&own->received, &own->sent};
    auto& requests = self<Program>().requests;
    if (!requests.watch.memory.one_meets(data, span, is_written, own_buffers)) return MPI_SUCCESS;
    const BufferInUse<Storage>* other = nullptr;
    bool other_is_written = false;
    requests.for_each([&](const request_of<Program>& request) {
        if (other != nullptr || &request == own || !request.is_active()) return;
        if (request.released && request.is_complete()) return;
        if (is_written && request.uses.sent && envelope::have_common_byte(data, *request.sent.data)) {
            other = &request.sent;
            other_is_written = false;
        }
        if (request.uses.received && envelope::have_common_byte(data, *request.received.data)) {
            other = &request.received;
            other_is_written = true;
        }
    });
    if (other == nullptr) return MPI_SUCCESS;
    return Call<Program>::template fail_for<MPI_ERR_BUFFER>(
        owner, "the buffer overlaps the buffer that %s %s, and that request is not complete",
        OperationText(other->function, other->site).text, other_is_written ? "receives into" : "sends");
}

// Whether an operation may use the data, with `own` request or none. Sets what they span.
template <class Program, class Storage>
[[nodiscard, gnu::always_inline]] inline bool may_use_pieces(Call<Program>& call, NewUse<Storage>& use,
                                                             const request_of<Program>* own) noexcept {
    auto& memory = call.state().requests.watch.memory;
    if (use.data.is_one_piece()) {
        use.span.become(envelope::span_of(use.data));
        if (!memory.is_near(use.span, use.is_written)) [[likely]]
            return true;
    }
    const bool may_be_known = envelope::may_be_in_pieces<Storage> && (own == nullptr || !own->uses.any());
    if constexpr (envelope::may_be_in_pieces<Storage>) {
        if (may_be_known && memory.is_known_apart(use)) return true;
        use.span.become(envelope::span_of(use.data));
    }
    const int error = look_at_each_piece<Program>(call.owner(), use.data, use.span, use.is_written, own);
    if (error != MPI_SUCCESS) return call.refuse(error);
    if constexpr (envelope::may_be_in_pieces<Storage>)
        if (may_be_known) memory.note_apart(use);
    return true;
}

// An operation uses a buffer from now on. Its storage, `kept`, stays where it is.
template <class Program, class Buffer, class Storage>
[[gnu::always_inline]] inline void begin_use(Call<Program>& call, bool& is_in_use, Buffer& buffer,
                                             const NewUse<Storage>& use, const Storage& kept) noexcept {
    is_in_use = true;
    call.state().requests.watch.memory.begin(buffer, use, kept, call.function(), call.site());
    if constexpr (requires { buffer.digest; }) buffer.digest.keep(envelope::digest_of(use.data));
}

template <class Program, class Storage>
[[nodiscard, gnu::cold, gnu::noinline]] int report_change(error_owner<Program> owner,
                                                          const BufferInUse<Storage>& use) noexcept {
    return Call<Program>::template fail_for<MPI_ERR_BUFFER>(
        owner, "the buffer of %s has changed before the operation was complete",
        OperationText(use.function, use.site).text);
}

// A blocking operation may use the data.
template <class Program, class Storage>
[[nodiscard]] bool may_use_data(Call<Program>& call, const Storage& data, bool is_written) noexcept {
    if (is_written && envelope::has_byte_twice(data))
        return call.refuse(refuse_common_byte<Program>(call.owner()));
    return call.watch.may_use(call, data, is_written);
}

} // namespace internal

// A blocking operation may use a buffer for a message of another rank (aspects/call/buffers.hpp).
// MPI_ERR_BUFFER, MPI_ERR_TYPE.
template <class Program>
[[nodiscard]] bool may_use(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                           int peer, bool is_written) noexcept {
    if (is_in_operation(call)) return false;
    if (peer == MPI_PROC_NULL) return true;
    return internal::may_use_data(call, call.state().datatypes.storage(buffer, count, value_of(type)),
                                  is_written);
}

// The same for a message that is received into one buffer while one is sent from the other.
template <class Program>
[[nodiscard]] bool may_exchange(Call<Program>& call, const void* sent, MPI_Count send_count,
                                MPI_Datatype send_type, int destination, const void* received,
                                MPI_Count receive_count, MPI_Datatype receive_type, int source) noexcept {
    if (is_in_operation(call)) return false;
    const auto& datatypes = call.state().datatypes;
    const auto from = datatypes.storage(sent, send_count, value_of(send_type));
    const auto to = datatypes.storage(received, receive_count, value_of(receive_type));
    if (destination != MPI_PROC_NULL && !internal::may_use_data(call, from, false)) return false;
    if (source != MPI_PROC_NULL && !internal::may_use_data(call, to, true)) return false;
    if (destination == MPI_PROC_NULL || source == MPI_PROC_NULL || !envelope::have_common_byte(from, to))
        return true;
    call.template fail<MPI_ERR_BUFFER>(
        "sendbuf and recvbuf overlap: use MPI_Sendrecv_replace for one buffer");
    return false;
}

template <class Program, class Data>
[[gnu::always_inline]] inline bool WatchedBuffers::may_use(Call<Program>& call, const Data& data,
                                                           bool is_written) noexcept {
    NewUse use(data, is_written);
    return internal::may_use_pieces<Program>(call, use, nullptr);
}

template <class Program, class Request>
[[gnu::always_inline]] inline bool WatchedBuffers::may_start_sending(Call<Program>& call,
                                                                     Request& request) noexcept {
    if (is_in_operation(call)) return false;
    if (!call.state().requests.watch.turns.takes_next()) return true;
    const auto& data = request.sending.parcel.envelope.storage;
    NewUse use(data, false);
    if (!internal::may_use_pieces<Program>(call, use, &request)) return false;
    internal::begin_use(call, request.uses.sent, request.sent, use, data);
    return true;
}
template <class Program, class Request>
[[gnu::always_inline]] inline bool WatchedBuffers::may_start_receiving(Call<Program>& call,
                                                                       Request& request) noexcept {
    if (is_in_operation(call)) return false;
    const auto& data = request.receiving.envelope.storage;
    call.state().packed_data.forget(data);
    if (!call.state().requests.watch.turns.takes_next()) return true;
    NewUse use(data, true);
    if (!internal::may_use_pieces<Program>(call, use, &request)) return false;
    internal::begin_use(call, request.uses.received, request.received, use, data);
    request.receiving.transit.watch.begin();
    return true;
}
template <class Program, class Request>
bool WatchedBuffers::may_start(Call<Program>& call, Request& request) noexcept {
    return (!request.sends || may_start_sending(call, request)) &&
           (!request.receives || may_start_receiving(call, request));
}

template <class Program, class Request>
void WatchedBuffers::begin_making(Call<Program>& call, Request& request, MPI_Comm comm) noexcept {
    request.watch_rest.unfinished = {comm, call.function(), call.site()};
    request.uses.makes_communicator = true;
    ++call.state().requests.watch.unfinished;
}

template <class Program, class Request>
[[gnu::always_inline]] inline void WatchedBuffers::stop_use(Call<Program>& call, Request& request) noexcept {
    auto& rank = call.state().requests.watch;
    if (request.uses.sent) rank.memory.end(request.sent);
    if (request.uses.received) {
        rank.memory.end(request.received);
        if (request.receives) request.receiving.transit.watch.leave(call.state().communicator.filling());
    }
    if (request.uses.makes_communicator) --rank.unfinished;
    request.uses = {};
}

template <class Program, class Request>
int WatchedBuffers::end_use(Call<Program>& call, Request& request) noexcept {
    const auto& sent = request.sent;
    const auto& received = request.received;
    const bool was_sent = request.uses.sent && !request.cancelled;
    const bool was_received = request.uses.received && request.receives && !request.cancelled;
    const bool was_written = was_received && request.receiving.transit.watch.end(
                                                 request.receiving, call.state().communicator.filling());
    stop_use(call, request);
    if (was_sent && sent.has_changed()) return internal::report_change<Program>(call.owner(), sent);
    return was_written ? internal::report_change<Program>(call.owner(), received) : MPI_SUCCESS;
}
template <class Program, class Request>
[[gnu::always_inline]] inline int WatchedBuffers::end_use_of_receive(Call<Program>& call,
                                                                     Request& request) noexcept {
    if (!request.uses.received) return MPI_SUCCESS;
    auto& received = request.received;
    const bool was_written =
        request.receiving.transit.watch.end(request.receiving, call.state().communicator.filling());
    call.state().requests.watch.memory.end(received);
    return was_written ? internal::report_change<Program>(call.owner(), received) : MPI_SUCCESS;
}
template <class Program, class Request>
[[gnu::always_inline]] inline int WatchedBuffers::end_use_of_send(Call<Program>& call,
                                                                  Request& request) noexcept {
    if (!request.uses.sent) return MPI_SUCCESS;
    auto& sent = request.sent;
    call.state().requests.watch.memory.end(sent);
    return !sent.has_changed() ? MPI_SUCCESS : internal::report_change<Program>(call.owner(), sent);
}

} // namespace sartor::mpi
