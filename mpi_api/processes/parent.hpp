// MPI_Comm_get_parent (MPI-5.0 section 11.8.2).
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// MPI_Comm_get_parent: the intercommunicator with those that have started this rank; MPI_COMM_NULL where none
// have, or it was freed.
template <class Program>
int comm_get_parent(Call<Program>& call, MPI_Comm* parent) noexcept {
    *parent = call.state().family.parent_of_rank();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
