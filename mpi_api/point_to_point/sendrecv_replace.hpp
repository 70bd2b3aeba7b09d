// MPI_Sendrecv_replace, MPI_Isendrecv, MPI_Isendrecv_replace (MPI-5.0 sections 3.7.2 and 3.10).
#pragma once

#include <cstdlib>

#include "components/library_memory.hpp"
#include "mpi_api/point_to_point/immediate.hpp"
#include "mpi_api/point_to_point/sendrecv.hpp"

namespace sartor::mpi {

namespace internal {

// A contiguous copy of what is sent, which the caller frees. Null after reporting MPI_ERR_NO_MEM.
template <class Program>
void* copy_of(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
              std::size_t& bytes) noexcept {
    const auto storage = call.state().datatypes.storage(buffer, count, value_of(type));
    bytes = storage.bytes;
    void* copy = allocate_for_library(bytes + 1);
    if (copy == nullptr)
        call.template fail<MPI_ERR_NO_MEM>("no memory for a copy of %zu bytes", bytes);
    else
        storage.gather_to(copy);
    return copy;
}

} // namespace internal

// MPI_Sendrecv_replace: sends a copy of the buffer. Costs memory for the message and one copy.
template <class Program>
int sendrecv_replace(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int destination,
                     int send_tag, int source, int receive_tag, MPI_Comm comm, MPI_Status* status) noexcept {
    std::size_t bytes = 0;
    void* copy = internal::copy_of(call, buffer, count, type, bytes);
    if (copy == nullptr) return call.error();
    const int error =
        sendrecv(call, copy, static_cast<MPI_Count>(bytes), Interface<Program>::Rules::type_of_copies(),
                 destination, send_tag, buffer, count, type, source, receive_tag, comm, status);
    std::free(copy);
    return error;
}

// MPI_Isendrecv: one request for both, complete when both are. It cannot be cancelled.
template <class Program>
int isendrecv(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
              int destination, int send_tag, void* receive_buffer, MPI_Count receive_count,
              MPI_Datatype receive_type, int source, int receive_tag, MPI_Comm comm,
              MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    internal::prepare_receive(call, *request, receive_buffer, receive_count, receive_type, source,
                              receive_tag, comm);
    internal::prepare_send<AnyTime>(call, *request, send_buffer, send_count, send_type, destination, send_tag,
                                    comm);
    if (!call.at(point::MessageStarts(), *request))
        return internal::drop_unstarted<Program>(*request, handle, call.error());
    internal::start(call, *request);
    return MPI_SUCCESS;
}

// MPI_Isendrecv_replace: the copy that is sent belongs to the request.
template <class Program>
int isendrecv_replace(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int destination,
                      int send_tag, int source, int receive_tag, MPI_Comm comm,
                      MPI_Request* handle) noexcept {
    std::size_t bytes = 0;
    void* copy = internal::copy_of(call, buffer, count, type, bytes);
    if (copy == nullptr) return call.error();
    const int error =
        isendrecv(call, copy, static_cast<MPI_Count>(bytes), Interface<Program>::Rules::type_of_copies(),
                  destination, send_tag, buffer, count, type, source, receive_tag, comm, handle);
    const bool sends = error == MPI_SUCCESS && destination != MPI_PROC_NULL;
    if (sends)
        find_request(call, *handle)->buffer = copy;
    else
        std::free(copy);
    return error;
}

} // namespace sartor::mpi
