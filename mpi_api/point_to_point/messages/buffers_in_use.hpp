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

template <class Program, class Storage>
[[gnu::noinline]] bool may_use_pieces(Call<Program>& call, const Storage& data, bool is_written,
                                      const request_of<Program>* own) noexcept {
    if (is_written && envelope::writes_twice(data)) {
        call.template fail<MPI_ERR_TYPE>(
            "the datatype has a byte in common with itself, which would be written twice");
        return false;
    }
    if (!call.state().requests.memory_in_use.may_meet(PieceSpan::of(data), is_written)) return true;
    const auto* other = static_cast<const BufferInUse<Storage>*>(nullptr);
    call.state().requests.for_each([&](const request_of<Program>& request) {
        if (other != nullptr || &request == own || !request.is_active()) return;
        if (request.released && request.is_complete()) return;
        for (const auto& buffer : request.buffers_in_use.each)
            if (buffer.in_use && (is_written || buffer.is_written) &&
                envelope::have_common_byte(data, buffer.data))
                other = &buffer;
    });
    if (other == nullptr) return true;
    call.template fail<MPI_ERR_BUFFER>(
        "the buffer has memory in common with the one that %s %s, and its request is "
        "not complete",
        OperationText(other->function, other->site).text, other->is_written ? "receives into" : "sends");
    return false;
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
            return may_use_pieces<Program>(call, data, is_written, nullptr);
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
void begin_use(Call<Program>& call, BufferInUse<Storage>& buffer, const Storage& data,
               bool is_written) noexcept {
    if (buffer.in_use) return;
    buffer.begin(data, is_written, call.function(), call.site());
    if (!is_written) buffer.digest = envelope::digest_of(data);
    call.state().requests.memory_in_use.begin(PieceSpan::of(data), is_written);
}

// A request that is prepared is about to start; false after reporting MPI_ERR_BUFFER, or MPI_ERR_TYPE.
template <class Program>
[[nodiscard]] bool may_start([[maybe_unused]] Call<Program>& call,
                             [[maybe_unused]] request_of<Program>& request) noexcept {
    if constexpr (watches_buffers<Program>) {
        auto& [sent, received] = request.buffers_in_use.each;
        const auto& sending = request.sending.parcel.envelope.storage;
        const auto& receiving = request.receiving.envelope.storage;
        if ((request.sends && !may_use_pieces<Program>(call, sending, false, &request)) ||
            (request.receives && !may_use_pieces<Program>(call, receiving, true, &request)))
            return false;
        if (request.sends) begin_use(call, sent, sending, false);
        if (request.receives) {
            call.state().packed_data.forget(PieceSpan::of(receiving));
            begin_use(call, received, receiving, true);
            constexpr auto digest = &envelope::digest_of_ends<std::remove_cvref_t<decltype(receiving)>>;
            request.receiving.transit.watch.template begin<digest>(request.receiving,
                                                                   call.state().requests.filling);
        }
    }
    return true;
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
void stop_use([[maybe_unused]] Call<Program>& call, [[maybe_unused]] request_of<Program>& request) noexcept {
    if constexpr (watches_buffers<Program>)
        for (auto& buffer : request.buffers_in_use.each) {
            if (buffer.in_use) call.state().requests.memory_in_use.end();
            if (buffer.in_use && buffer.is_written && request.receives)
                static_cast<void>(request.receiving.transit.watch.end());
            buffer.in_use = false;
        }
    if constexpr (watches_buffers<Program>)
        if (std::exchange(request.unfinished.comm, MPI_COMM_NULL) != MPI_COMM_NULL)
            --call.state().requests.unfinished_communicators;
}

template <class Program, class Storage>
int report_change(Call<Program>& call, const BufferInUse<Storage>& buffer) noexcept {
    return call.template fail<MPI_ERR_BUFFER>(
        "the buffer of %s has changed before the operation was complete",
        OperationText(buffer.function, buffer.site).text);
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
        const bool was_written = was_received && request.receiving.transit.watch.end();
        stop_use(call, request);
        if (was_sent && envelope::digest_of(sent.data) != sent.digest) return report_change(call, sent);
        if (was_written) return report_change(call, received);
    }
    return MPI_SUCCESS;
}

} // namespace internal

} // namespace sartor::mpi
