// Buffered mode with requests: MPI_Ibsend, MPI_Bsend_init, MPI_Buffer_iflush (MPI-5.0 sections 3.6, 3.7.2
// and 3.9).
#pragma once

#include "mpi_api/point_to_point/buffered.hpp"
#include "mpi_api/point_to_point/immediate.hpp"
#include "mpi_api/tasks/flush.hpp"

namespace sartor::mpi {

namespace internal {

// MPI_Start of a persistent buffered send, which is complete when this returns, also after an error.
template <class Program>
int start_buffered(Call<Program>& call, request_of<Program>& request) noexcept {
    if (!request.sends) return MPI_SUCCESS;
    const int error = send_buffered(call, request.sending);
    request.sending.complete.store(true, std::memory_order_relaxed);
    const auto data = [&]() -> auto& {
        return request.sending.parcel.envelope.storage;
    };
    return call.at(point::RequestUses(), request, data, false) ? error : call.error();
}

} // namespace internal

// MPI_Ibsend: the message is copied by the call, so the request is complete from the start.
template <class Program>
int ibsend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
           int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    const int error = bsend(call, buffer, count, type, destination, tag, comm);
    if (error != MPI_SUCCESS) return error;
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    const auto data = [&] {
        return call.state().datatypes.storage(buffer, destination == MPI_PROC_NULL ? 0 : count,
                                              value_of(type));
    };
    return call.at(point::RequestUses(), *request, data, false) ? MPI_SUCCESS : call.error();
}

// MPI_Bsend_init: an inactive request; whether the buffer has room is found by each start.
template <class Program>
int bsend_init(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
               int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->active = false;
    request->persistent = true;
    request->persistence.buffered = true;
    internal::prepare_send<AnyTime>(call, *request, buffer, count, type, destination, tag, comm);
    return MPI_SUCCESS;
}

// MPI_Buffer_iflush: a request for the messages that are in the rank's buffer now.
template <class Program>
int buffer_iflush(Call<Program>& call, MPI_Request* handle) noexcept {
    return internal::begin_flush(
        call, [](auto& communicator) { return &communicator.buffer(); }, MPI_COMM_SELF, handle);
}

} // namespace sartor::mpi
