// MPI_Scatter, MPI_Scatterv between two sides: straight from the root (MPI-5.0 section 6.6).
#pragma once

#include "mpi_api/collective/inter/across.hpp"

namespace sartor::mpi {

// The root sends a message to each rank of the other group. `slices` are used by the root alone, whose send
// parameters have been checked.
template <class Program, class Outgoing>
int scatter_across(Call<Program>& call, const Outgoing& slices, void* buffer, MPI_Count count,
                   MPI_Datatype type, int root, MPI_Comm comm) noexcept {
    if (root == MPI_PROC_NULL) return MPI_SUCCESS;
    if (root == MPI_ROOT)
        return exchange_across(call, comm, all_remote(call, comm), slices, RemoteRanks::none(), slices);
    if (!call.side(Side::received, buffer, count, type)) return call.error();
    const auto own = everywhere(call, buffer, count, type);
    return exchange_across(call, comm, RemoteRanks::none(), own, RemoteRanks::only(root), own);
}

} // namespace sartor::mpi
