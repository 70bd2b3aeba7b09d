// Buffered mode with requests: MPI_Ibsend, MPI_Bsend_init, MPI_Buffer_iflush (MPI-5.0 sections 3.6, 3.7.2
// and 3.9).
#pragma once

#include "mpi_api/point_to_point/buffered.hpp"
#include "mpi_api/point_to_point/immediate.hpp"
#include "mpi_api/tasks/flush.hpp"

namespace sartor::mpi {

namespace internal {

// A persistent buffered send is complete as soon as it is started.
template <class Program>
int start_buffered(Call<Program>& call, request_of<Program>& request) noexcept {
    if (!request.sends) return MPI_SUCCESS;
    const int error = send_buffered(call, request.sending);
    request.sending.complete.store(true, std::memory_order_relaxed);
    return error;
}

} // namespace internal

// The request has nothing left to do.
template <class Program>
int ibsend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
           int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    const int error = bsend(call, buffer, count, type, destination, tag, comm);
    if (error != MPI_SUCCESS) return error;
    return new_request(call, handle) == nullptr ? call.error() : MPI_SUCCESS;
}

template <class Program>
int bsend_init(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
               int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->active = false;
    request->persistent = true;
    request->persistence.buffered = true;
    internal::prepare_send<internal::Mode::standard>(call, *request, buffer, count, type, destination, tag,
                                                     comm);
    return MPI_SUCCESS;
}

template <class Program>
int buffer_iflush(Call<Program>& call, MPI_Request* handle) noexcept {
    return internal::begin_flush(
        call, [](auto& communicator) { return &communicator.buffer(); }, MPI_COMM_SELF, handle);
}

} // namespace sartor::mpi
