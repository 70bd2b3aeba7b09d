// MPI_Recv (MPI-5.0 section 3.2.4).
#pragma once

#include "mpi_api/point_to_point/messages.hpp"

namespace sartor::mpi {

template <class Program>
int recv(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
         MPI_Status* status) noexcept {
    if (source == MPI_PROC_NULL) {
        fill_null_process(status);
        return MPI_SUCCESS;
    }
    receiving<Program> message;
    address(call, message, buffer, count, type, source, tag, comm);
    (call.state().communicator >> message).wait(message);
    return conclude(call, message, status);
}

} // namespace sartor::mpi
