// The further forms of MPI_Comm_dup: with hints, immediate (MPI-5.0 section 7.4.2).
#pragma once

#include "mpi_api/communicator/management.hpp"
#include "mpi_api/info/info.hpp"
#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi {

namespace internal {

// The given hints replace the parent's; none with MPI_INFO_NULL.
template <class Program>
int duplicate_with_info(Call<Program>& call, MPI_Comm comm, MPI_Info info, MPI_Comm* handle) noexcept {
    const int error = duplicate(call, comm, handle);
    if (error != MPI_SUCCESS || info == MPI_INFO_NULL) return error;
    return comm_set_info(call, *handle, info);
}

// A complete request, or `error`: the new communicator could be used when the call returns, which the
// standard does not promise. With --checked it can't.
template <class Program>
int finished_request(Call<Program>& call, int error, MPI_Comm made, MPI_Request* handle) noexcept {
    if (error != MPI_SUCCESS) return error;
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    call.at(point::CommunicatorBegins(), *request, made);
    return MPI_SUCCESS;
}

} // namespace internal

template <class Program>
int comm_dup_with_info(Call<Program>& call, MPI_Comm comm, MPI_Info info, MPI_Comm* handle) noexcept {
    return internal::agree_to_make(call, comm) ? internal::duplicate_with_info(call, comm, info, handle)
                                               : call.error();
}

// MPI_Comm_idup: no message is needed, so nothing continues in the background.
template <class Program>
int comm_idup(Call<Program>& call, MPI_Comm comm, MPI_Comm* handle, MPI_Request* request) noexcept {
    const int error = internal::duplicate(call, comm, handle);
    return internal::finished_request(call, error, *handle, request);
}

template <class Program>
int comm_idup_with_info(Call<Program>& call, MPI_Comm comm, MPI_Info info, MPI_Comm* handle,
                        MPI_Request* request) noexcept {
    const int error = internal::duplicate_with_info(call, comm, info, handle);
    return internal::finished_request(call, error, *handle, request);
}

} // namespace sartor::mpi
