// MPI_Barrier (MPI-5.0 section 6.3).
#pragma once

#include "mpi_api/collective/inter/barrier.hpp"
#include "mpi_api/collective/within/barrier.hpp"

namespace sartor::mpi {

// MPI_Barrier: returns when all ranks have called it; on an intercommunicator, all ranks of the remote group.
template <class Program>
int barrier(Call<Program>& call, MPI_Comm comm) noexcept {
    return by_groups(
        call, comm, [&] { return internal::barrier_within(call, comm); },
        [&](auto& inter) { return barrier_across(inter, comm); });
}

} // namespace sartor::mpi
