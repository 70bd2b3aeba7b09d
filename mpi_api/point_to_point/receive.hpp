// MPI_Recv (MPI-5.0 section 3.2.4).
#pragma once

#include "mpi_api/point_to_point/messages.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
int receive_blocking(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int source,
                     int tag, MPI_Comm comm, MPI_Status* status, int context_offset = 0) noexcept {
    if (source == MPI_PROC_NULL) {
        fill_null_process(status);
        return MPI_SUCCESS;
    }
    receiving<Program> message;
    address(call, message, buffer, count, type, source, tag, comm, context_offset);
    (call.state().communicator >> message).wait(message);
    return conclude(call, message, status);
}

} // namespace internal

template <class Program>
int recv(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
         MPI_Comm comm, MPI_Status* status) noexcept {
    return internal::receive_blocking(call, buffer, count, type, source, tag, comm, status);
}

} // namespace sartor::mpi
