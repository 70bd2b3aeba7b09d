// Ranks that others have started meet them in MPI_Init.
#pragma once

#include <cstring>

#include "components/process/spawning.hpp"
#include "mpi_api/processes/sides/meeting.hpp"

namespace sartor::mpi::internal {

// In MPI_Init of a program that was started by MPI_Comm_spawn: makes the intercommunicator with those who
// have called it. Their root waits at a port. MPI_ERR_NO_MEM. Two broadcasts among the ranks that were
// started together.
template <class Program>
int meet_parent(Call<Program>& call) noexcept {
    auto& communicators = call.state().communicators;
    SideSummary theirs{};
    int* members = nullptr;
    const CommunicatorObject& world = *communicators.find(MPI_COMM_WORLD);
    if (world.rank == 0)
        theirs.error = connect_side(call, *world.group, process::spawned->port, process::spawned->root,
                                    theirs, &members);
    MPI_Comm parent = MPI_COMM_NULL;
    const int error = make_across(call, MPI_COMM_WORLD, 0, theirs, members, &parent);
    if (error != MPI_SUCCESS) return error;
    std::strcpy(communicators.find(parent)->name, "MPI_COMM_PARENT");
    call.state().family.parent = parent;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi::internal
