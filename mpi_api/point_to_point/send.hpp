// MPI_Send (MPI-5.0 section 3.2.1).
#pragma once

#include "mpi_api/point_to_point/messages.hpp"

namespace sartor::mpi {

template <class Program>
int send(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination, int tag,
         MPI_Comm comm) noexcept {
    if (destination == MPI_PROC_NULL) return MPI_SUCCESS;
    sending<Program> message;
    address(call, message, buffer, count, type, destination, tag, comm);
    (call.state().communicator << message).wait(message);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
