// MPI_Comm_get_parent (MPI-5.0 section 11.8.2).
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// MPI_Comm_get_parent: the intercommunicator with those that have started this rank; MPI_COMM_NULL where none
// have, or it was freed.
template <class Program>
int comm_get_parent([[maybe_unused]] Call<Program>& call, MPI_Comm* parent) noexcept {
    if constexpr (has<typename Program::features, feature::spawned>)
        *parent = call.state().family.parent;
    else
        *parent = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
