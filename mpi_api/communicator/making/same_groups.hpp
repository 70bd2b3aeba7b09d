// Whether the members of a new communicator hand over the same group: compared in programs built with
// --checked (MPI-5.0 section 7.4.2, MPI_Comm_create).
#pragma once

#include "mpi_api/call/array.hpp"
#include "mpi_api/collective/allgather.hpp"
#include "mpi_api/communicator/making/agreed.hpp"

namespace sartor::mpi {

// Requires: all ranks of the communicator call it, each with a group out of that one's, and those that are in
// no group with one without them. MPI_ERR_GROUP at members whose groups differ. One MPI_Allgather.
template <class Program>
bool Checked::members_agree(Call<Program>& call, MPI_Comm comm, const Group& group) noexcept {
    const auto view = call.view(comm);
    internal::DigestOfArguments digest(group.size());
    for (int rank = 0; rank < group.size(); ++rank) {
        const int member = group.member(rank);
        digest.add(&member, 1);
    }
    const long long own = digest.value();
    Array<long long> all(view.size());
    if (!all.valid())
        return call.template fail<MPI_ERR_NO_MEM>("no memory for %d ranks", view.size()) == MPI_SUCCESS;
    if (allgather(call, &own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, comm) != MPI_SUCCESS)
        return false;
    if (group.find(view.in_process(view.rank())) < 0) return true;
    for (int rank = 0; rank < view.size(); ++rank)
        if (group.find(view.in_process(rank)) >= 0 && all[rank] != own)
            return call.template fail<MPI_ERR_GROUP>("group: rank %d is a member, but passes another group, "
                                                     "or the same ranks in another order",
                                                     rank) == MPI_SUCCESS;
    return true;
}

} // namespace sartor::mpi
