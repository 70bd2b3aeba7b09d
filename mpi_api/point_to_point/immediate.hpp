// MPI_Isend, MPI_Irecv (MPI-5.0 section 3.7.2).
#pragma once

#include "mpi_api/point_to_point/messages.hpp"

namespace sartor::mpi {

// A new request, its handle stored for the caller. Null after reporting that there is no memory.
template <class Program> auto* new_request(Call<Program>& call, MPI_Request* handle) noexcept {
    auto& requests = call.state().requests;
    auto* request = requests.make();
    if (request == nullptr)
        call.template fail<MPI_ERR_NO_MEM>("no memory for a request");
    else
        *handle = reinterpret_cast<MPI_Request>(requests.handle_of(*request));
    return request;
}

template <class Program>
int isend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination, int tag,
          MPI_Comm comm, MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    if (destination == MPI_PROC_NULL) return MPI_SUCCESS;
    sending<Program>& message = request->be_send();
    address(call, message, buffer, count, type, destination, tag, comm);
    call.state().communicator << message;
    return MPI_SUCCESS;
}

template <class Program>
int irecv(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
          MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    if (source == MPI_PROC_NULL) {
        request->be_null_receive();
        return MPI_SUCCESS;
    }
    receiving<Program>& message = request->be_receive();
    address(call, message, buffer, count, type, source, tag, comm);
    call.state().communicator >> message;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
