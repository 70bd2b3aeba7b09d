// MPI_Gather, MPI_Gatherv between two sides: straight to the root (MPI-5.0 section 6.5).
#pragma once

#include "mpi_api/collective/inter/across.hpp"

namespace sartor::mpi {

// Each rank of one group sends to the root of the other: as many messages as that group has ranks. `slices`
// are used by the root alone, whose receive parameters have been checked.
template <class Program, class Incoming>
int gather_across(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                  const Incoming& slices, int root, MPI_Comm comm) noexcept {
    if (root == MPI_PROC_NULL) return MPI_SUCCESS;
    if (root == MPI_ROOT)
        return exchange_across(call, comm, RemoteRanks::none(), slices, all_remote(call, comm), slices);
    if (!call.side(Side::sent, buffer, count, type)) return call.error();
    const auto own = everywhere(call, buffer, count, type);
    return exchange_across(call, comm, RemoteRanks::only(root), own, RemoteRanks::none(), own);
}

} // namespace sartor::mpi
