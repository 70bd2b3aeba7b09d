// MPI_Comm_rank, MPI_Comm_size (MPI-5.0 section 7.4.1).
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// MPI_Comm_rank: a few loads. In an intercommunicator, the rank in the local group.
template <class Program>
int comm_rank(Call<Program>& call, MPI_Comm comm, int* rank) noexcept {
    *rank = call.view(comm).rank();
    return MPI_SUCCESS;
}

// MPI_Comm_size: likewise, the size of the local group.
template <class Program>
int comm_size(Call<Program>& call, MPI_Comm comm, int* size) noexcept {
    *size = call.view(comm).size();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
