// Buffers of operations under way, of programs built with --checked: no other operation may write them,
// nothing may change what is sent, and no receive may write a byte twice (MPI-5.0 sections 3.7.2 and 5.1.11).
#pragma once

#include <utility>

#include "components/envelope/digest.hpp"
#include "components/envelope/pieces.hpp"
#include "mpi_api/call/call.hpp"
#include "mpi_api/call/operation_text.hpp"

namespace sartor::mpi {

template <class Program>
using request_of = Request<typename Interface<Program>::types>;

namespace internal {

// The spans meet, or the pieces may meet each other.
template <class Program, class Storage>
[[nodiscard, gnu::noinline]] bool may_use_each_piece(Call<Program>& call, const Storage& data,
                                                     bool is_written,
                                                     const request_of<Program>* own) noexcept {
    if (is_written && envelope::writes_twice(data)) {
        call.template fail<MPI_ERR_TYPE>(
            "the datatype has a byte in common with itself, which would be written twice");
        return false;
    }
    const UseOfBuffer<Storage>* other = nullptr;
    call.state().requests.for_each([&](const request_of<Program>& request) {
        if (other != nullptr || &request == own || !request.is_active()) return;
        if (request.released && request.is_complete()) return;
        for (const auto& buffer : request.buffers_in_use.each)
            if (buffer.in_use && (is_written || buffer.use.is_written) &&
                envelope::have_common_byte(data, buffer.use.data))
                other = &buffer.use;
    });
    if (other == nullptr) return true;
    call.template fail<MPI_ERR_BUFFER>(
        "the buffer has memory in common with the one that %s %s, and its request is "
        "not complete",
        OperationText(other->function, other->site).text, other->is_written ? "receives into" : "sends");
    return false;
}

template <class Program, class Storage>
[[nodiscard, gnu::always_inline]] inline bool may_use_pieces(Call<Program>& call, const Storage& data,
                                                             const PieceSpan& span, bool is_written,
                                                             const request_of<Program>* own) noexcept {
    if ((!is_written || data.is_one_piece()) &&
        !call.state().requests.memory_in_use.may_meet(span, is_written)) [[likely]]
        return true;
    return may_use_each_piece<Program>(call, data, is_written, own);
}

// Whether a blocking operation may use a buffer for a message of another rank, or for none (MPI_PROC_NULL);
// false after reporting MPI_ERR_BUFFER, or MPI_ERR_TYPE.
template <class Program>
[[nodiscard]] bool may_use([[maybe_unused]] Call<Program>& call, [[maybe_unused]] const void* buffer,
                           [[maybe_unused]] MPI_Count count, [[maybe_unused]] MPI_Datatype type,
                           [[maybe_unused]] int peer, [[maybe_unused]] bool is_written) noexcept {
    if constexpr (has<typename Program::features, feature::checked>) {
        if (peer == MPI_PROC_NULL) return true;
        const auto data = call.state().datatypes.storage(buffer, count, value_of(type));
        if constexpr (watches_buffers<Program>)
            return may_use_pieces<Program>(call, data, PieceSpan::of(data), is_written, nullptr);
        else if (is_written && envelope::writes_twice(data))
            return call.template fail<MPI_ERR_TYPE>(
                       "the datatype has a byte in common with itself, which would be written twice") ==
                   MPI_SUCCESS;
    }
    return true;
}

// Whether a message may be received into one buffer while one is sent from the other; false after reporting
// MPI_ERR_BUFFER.
template <class Program>
[[nodiscard]] bool are_apart([[maybe_unused]] Call<Program>& call, [[maybe_unused]] const void* sent,
                             [[maybe_unused]] MPI_Count send_count, [[maybe_unused]] MPI_Datatype send_type,
                             [[maybe_unused]] int destination, [[maybe_unused]] const void* received,
                             [[maybe_unused]] MPI_Count receive_count,
                             [[maybe_unused]] MPI_Datatype receive_type,
                             [[maybe_unused]] int source) noexcept {
    if constexpr (has<typename Program::features, feature::checked>)
        if (destination != MPI_PROC_NULL && source != MPI_PROC_NULL &&
            envelope::have_common_byte(
                call.state().datatypes.storage(sent, send_count, value_of(send_type)),
                call.state().datatypes.storage(received, receive_count, value_of(receive_type)))) {
            call.template fail<MPI_ERR_BUFFER>(
                "sendbuf and recvbuf have memory in common: MPI_Sendrecv_replace is for "
                "one buffer");
            return false;
        }
    return true;
}

// An operation uses a buffer from now on. Nothing when it uses one of that kind already: what a collective
// does first is what the program has called.
template <class Program, class Storage>
[[gnu::always_inline]] inline void begin_use(Call<Program>& call, BufferInUse<Storage>& buffer,
                                             const Storage& data, const PieceSpan& span,
                                             bool is_written) noexcept {
    if (buffer.in_use) return;
    const auto digest = is_written ? envelope::Digest{} : envelope::digest_of(data);
    call.state().requests.memory_in_use.begin(buffer,
                                              {data, span, is_written, digest, call.function(), call.site()});
}

template <class Program>
[[nodiscard]] bool may_start_send(Call<Program>& call, request_of<Program>& request) noexcept {
    const auto& data = request.sending.parcel.envelope.storage;
    const auto span = PieceSpan::of(data);
    if (!may_use_pieces<Program>(call, data, span, false, &request)) return false;
    begin_use(call, request.buffers_in_use.each[0], data, span, false);
    return true;
}
template <class Program>
[[nodiscard]] bool may_start_receive(Call<Program>& call, request_of<Program>& request) noexcept {
    const auto& data = request.receiving.envelope.storage;
    const auto span = PieceSpan::of(data);
    if (!may_use_pieces<Program>(call, data, span, true, &request)) return false;
    call.state().packed_data.forget(span);
    begin_use(call, request.buffers_in_use.each[1], data, span, true);
    constexpr auto digest = &envelope::digest_of_ends<std::remove_cvref_t<decltype(data)>>;
    request.receiving.transit.watch.template begin<digest>(request.receiving, call.state().requests.filling);
    return true;
}

// A request that is prepared is about to start; false after reporting MPI_ERR_BUFFER, or MPI_ERR_TYPE.
template <class Program>
[[nodiscard, gnu::always_inline]] inline bool
may_start([[maybe_unused]] Call<Program>& call, [[maybe_unused]] request_of<Program>& request) noexcept {
    if constexpr (watches_buffers<Program>)
        return (!request.sends || may_start_send(call, request)) &&
               (!request.receives || may_start_receive(call, request));
    return true;
}
// A receive has been started. Its message may have come already.
template <class Program>
[[gnu::always_inline]] inline void
receive_has_started([[maybe_unused]] request_of<Program>& request) noexcept {
    if constexpr (watches_buffers<Program>) request.receiving.transit.watch.note_posted();
}

// The communicator that it makes is the program's when it is complete.
template <class Program>
void begin_making([[maybe_unused]] Call<Program>& call, [[maybe_unused]] request_of<Program>& request,
                  [[maybe_unused]] MPI_Comm comm) noexcept {
    if constexpr (watches_buffers<Program>) {
        request.unfinished = {comm, call.function(), call.site()};
        ++call.state().requests.unfinished_communicators;
    }
}

// Its buffers, or the communicator that it has made, are the program's again.
template <class Program>
[[gnu::always_inline]] inline void stop_use([[maybe_unused]] Call<Program>& call,
                                            [[maybe_unused]] request_of<Program>& request) noexcept {
    if constexpr (watches_buffers<Program>) {
        auto& requests = call.state().requests;
        auto& [sent, received] = request.buffers_in_use.each;
        if (sent.in_use) requests.memory_in_use.end(sent);
        if (received.in_use) {
            requests.memory_in_use.end(received);
            if (request.receives) request.receiving.transit.watch.leave();
        }
        if (std::exchange(request.unfinished.comm, MPI_COMM_NULL) != MPI_COMM_NULL)
            --requests.unfinished_communicators;
    }
}

template <class Program, class Storage>
[[nodiscard, gnu::cold, gnu::noinline]] int report_change(Call<Program>& call,
                                                          const UseOfBuffer<Storage>& use) noexcept {
    return call.template fail<MPI_ERR_BUFFER>(
        "the buffer of %s has changed before the operation was complete",
        OperationText(use.function, use.site).text);
}

// A complete request is about to end: what it has sent is what was there when it started, and the program has
// not written what it receives. MPI_ERR_BUFFER.
template <class Program>
[[nodiscard]] int end_use([[maybe_unused]] Call<Program>& call,
                          [[maybe_unused]] request_of<Program>& request) noexcept {
    if constexpr (watches_buffers<Program>) {
        const auto& [sent, received] = request.buffers_in_use.each;
        const bool was_sent = sent.in_use && !request.cancelled;
        const bool was_received = received.in_use && request.receives && !request.cancelled;
        const bool was_written = was_received && request.receiving.transit.watch.has_changed();
        stop_use(call, request);
        if (was_sent && envelope::digest_of(sent.use.data) != sent.use.digest)
            return report_change(call, sent.use);
        if (was_written) return report_change(call, received.use);
    }
    return MPI_SUCCESS;
}
// The same for requests that are nothing else than a receive, or a send. Their buffers are in use but for
// those of MPI_Imrecv, MPI_Ibsend and the like.
template <class Program>
[[nodiscard]] int end_use_of_receive([[maybe_unused]] Call<Program>& call,
                                     [[maybe_unused]] request_of<Program>& request) noexcept {
    if constexpr (watches_buffers<Program>) {
        auto& received = request.buffers_in_use.each[1];
        if (!received.in_use) return MPI_SUCCESS;
        auto& watch = request.receiving.transit.watch;
        const bool was_written = watch.has_changed();
        watch.leave();
        call.state().requests.memory_in_use.end(received);
        if (was_written) return report_change(call, received.use);
    }
    return MPI_SUCCESS;
}
template <class Program>
[[nodiscard]] int end_use_of_send([[maybe_unused]] Call<Program>& call,
                                  [[maybe_unused]] request_of<Program>& request) noexcept {
    if constexpr (watches_buffers<Program>) {
        auto& sent = request.buffers_in_use.each[0];
        if (!sent.in_use) return MPI_SUCCESS;
        call.state().requests.memory_in_use.end(sent);
        if (envelope::digest_of(sent.use.data) != sent.use.digest) return report_change(call, sent.use);
    }
    return MPI_SUCCESS;
}

} // namespace internal

} // namespace sartor::mpi
