// MPI_Comm_get_parent (MPI-5.0 section 11.8.2): ranks are never spawned by others.
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

template <class Program>
int comm_get_parent(Call<Program>&, MPI_Comm* parent) noexcept {
    *parent = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
