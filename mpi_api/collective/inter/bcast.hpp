// MPI_Bcast between two sides: to the other side's first rank, and on that side as ever (MPI-5.0
// section 6.4).
#pragma once

#include "mpi_api/collective/inter/across.hpp"
#include "mpi_api/collective/within/bcast.hpp"

namespace sartor::mpi {

// One message between the groups, then a broadcast in the group that receives. The root's other group members
// (MPI_PROC_NULL) do nothing.
template <class Program>
int bcast_across(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int root,
                 MPI_Comm comm) noexcept {
    if (root == MPI_PROC_NULL) return MPI_SUCCESS;
    if (!call.buffer("buffer", buffer, count, type)) return call.error();
    const auto data = everywhere(call, buffer, count, type);
    if (root == MPI_ROOT)
        return exchange_across(call, comm, RemoteRanks::only(0), data, RemoteRanks::none(), data);
    if (call.view(comm).rank() == 0) {
        const int error =
            exchange_across(call, comm, RemoteRanks::none(), data, RemoteRanks::only(root), data);
        if (error != MPI_SUCCESS && call.at(point::ErrorEnds())) return error;
    }
    return internal::bcast_within(call, buffer, count, type, 0, local_side(call, comm));
}

} // namespace sartor::mpi
