// MPI_Comm_spawn, MPI_Comm_spawn_multiple (MPI-5.0 sections 11.8.2 and 11.8.3).
#pragma once

#include "mpi_api/processes/sides/parent.hpp" // what can start others can be started
#include "mpi_api/processes/spawning/by_launcher.hpp"
#include "mpi_api/processes/spawning/here.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
int spawn_at_root(Call<Program>& call, const ProgramsToSpawn& programs, const Group& own, SideSummary& theirs,
                  int** members) noexcept {
    if (!can_be_spawned(call, programs)) return call.error();
    return start_and_meet(call, call.state().family, programs, own, theirs, members);
}

// All programs are started or none. The error is returned by all ranks of the communicator.
template <class Program>
int spawn_programs(Call<Program>& call, const ProgramsToSpawn& programs, int root, MPI_Comm comm,
                   MPI_Comm* handle, int* codes) noexcept {
    *handle = MPI_COMM_NULL;
    if (!call.intracommunicator(comm)) return call.error();
    const CommunicatorObject& local = *call.state().communicators.find(comm);
    SideSummary theirs{};
    int* members = nullptr;
    int ranks = local.rank == root ? programs.all_ranks() : 0;
    if (local.rank == root) theirs.error = spawn_at_root(call, programs, *local.group, theirs, &members);
    (void)bcast(call, &ranks, sizeof ranks, MPI_BYTE, root, comm); // after an error, too
    const int error = make_across(call, comm, root, theirs, members, handle);
    if (error != MPI_SUCCESS && theirs.size > 0) call.at(point::NewRanksAreLeft(), theirs.context);
    for (int rank = 0; codes != MPI_ERRCODES_IGNORE && rank < ranks; ++rank)
        codes[rank] = error < 0 ? MPI_ERR_SPAWN : error;
    return error;
}

} // namespace internal

// MPI_Comm_spawn: maxprocs ranks of one program, which find this group by MPI_Comm_get_parent. MPI_ERR_SPAWN
// with the reason; the codes are then that error. Three broadcasts in each group.
template <class Program>
int comm_spawn(Call<Program>& call, const char* command, char** arguments, int ranks, MPI_Info info, int root,
               MPI_Comm comm, MPI_Comm* handle, int* codes) noexcept {
    char* commands[] = {const_cast<char*>(command)};
    char** all_arguments[] = {arguments};
    return internal::spawn_programs(call, {1, commands, all_arguments, &ranks, &info}, root, comm, handle,
                                    codes);
}

// MPI_Comm_spawn_multiple: several programs in one MPI_COMM_WORLD; MPI_APPNUM says which.
template <class Program>
int comm_spawn_multiple(Call<Program>& call, int count, char** commands, char*** arguments, const int* ranks,
                        const MPI_Info* infos, int root, MPI_Comm comm, MPI_Comm* handle,
                        int* codes) noexcept {
    return internal::spawn_programs(call, {count, commands, arguments, ranks, infos}, root, comm, handle,
                                    codes);
}

} // namespace sartor::mpi
