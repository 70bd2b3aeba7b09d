// Ranks that others have started meet them in MPI_Init.
#pragma once

#include <cstring>

#include "mpi_api/processes/sides/meeting.hpp"
#include "runtime/spawning.hpp"

namespace sartor::mpi::internal {

// At the first of the ranks that were started: meets the root of those that have started them.
template <class Program>
int meet_root(Call<Program>& call, const Family<StartedElsewhere>&, const process::Spawned& started,
              const Group& own, SideSummary& theirs, int** members) noexcept {
    return connect_side(call, own, started.port, started.root, theirs, members);
}
// The root knows whom it has started, and fails as others do.
template <class Program>
int meet_root(Call<Program>& call, const Family<StartedHere>&, const process::Spawned& started,
              const Group& own, SideSummary& theirs, int** members) noexcept {
    return exchange_sides(call, own, meeting_place(call), started.root, meeting_tag, theirs, members,
                          offset_of_port(call, started.port));
}

// In MPI_Init of a program that was started by MPI_Comm_spawn: makes the intercommunicator with those who
// have called it. Their root waits at a port. MPI_ERR_NO_MEM. Two broadcasts among the ranks that were
// started together.
template <class Program>
int meet_parent(Call<Program>& call, const process::Spawned& started) noexcept {
    auto& communicators = call.state().communicators;
    SideSummary theirs{};
    int* members = nullptr;
    const CommunicatorObject& world = *communicators.find(MPI_COMM_WORLD);
    if (world.rank == 0)
        theirs.error = meet_root(call, call.state().family, started, *world.group, theirs, &members);
    MPI_Comm parent = MPI_COMM_NULL;
    const int error = call.state().family.met(make_across(call, MPI_COMM_WORLD, 0, theirs, members, &parent));
    if (error != MPI_SUCCESS) return error;
    std::strcpy(communicators.find(parent)->name, "MPI_COMM_PARENT");
    call.state().family.parent = parent;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi::internal
