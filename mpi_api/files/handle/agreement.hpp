// What all ranks of a file tell each other in collective calls, on the file's own communicator.
#pragma once

#include "mpi_api/call/array.hpp"
#include "mpi_api/collective/allgather.hpp"
#include "mpi_api/collective/barrier.hpp"
#include "mpi_api/collective/bcast.hpp"
#include "mpi_api/files/handle/system_errors.hpp"
#include "mpi_api/files/handle/time.hpp"

namespace sartor::mpi::internal {

template <class Program>
[[nodiscard]] int rank_in(Call<Program>& call, const FileObject& file) noexcept {
    return call.state().communicators.find(file.comm)->rank;
}
template <class Program>
[[nodiscard]] int size_of(Call<Program>& call, const FileObject& file) noexcept {
    return call.state().communicators.find(file.comm)->group->size();
}

// The first rank's value goes to all. MPI_SUCCESS or an error of the broadcast.
template <class Value, class Program>
[[nodiscard]] int pass_to_all(Call<Program>& call, const FileObject& file, Value& value) noexcept {
    return bcast(call, &value, sizeof value, MPI_BYTE, 0, file.comm);
}

// Calls visit(rank, value) for each rank's value, in order.
template <class Value, class Program, class Visit>
[[nodiscard]] int allgather_values(Call<Program>& call, const FileObject& file, const Value& own,
                                   Visit visit) noexcept {
    const int size = size_of(call, file);
    Array<Value> all(size);
    if (!all.valid())
        return call.template fail<MPI_ERR_NO_MEM>("no memory for the answers of %d ranks", size);
    const int error =
        allgather(call, &own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, file.comm);
    if (error != MPI_SUCCESS) return error;
    for (int rank = 0; rank < size; ++rank) visit(rank, all[rank]);
    return MPI_SUCCESS;
}

// An error that one rank has found is one of all: it is raised where it was not found, too. `own`:
// MPI_SUCCESS or the error that this rank has raised.
template <class Program>
[[nodiscard]] int agree_on_error(Call<Program>& call, const FileObject& file, int own) noexcept {
    int first = MPI_SUCCESS;
    int where = -1;
    const int error = allgather_values(call, file, own, [&](int rank, int theirs) {
        if (first != MPI_SUCCESS || theirs == MPI_SUCCESS) return;
        first = theirs;
        where = rank;
    });
    if (own != MPI_SUCCESS) return own;
    if (error != MPI_SUCCESS || first == MPI_SUCCESS) return error;
    return call.fail_as(first, "rank %d of the file's communicator found this error", where);
}

// What only the first rank does for all: act() gives the system's error. All return when it is done.
template <class Program, class Act>
[[nodiscard]] int by_first_rank(Call<Program>& call, const FileObject& file, const char* what,
                                Act act) noexcept {
    int found = 0;
    if (rank_in(call, file) == 0) {
        spend_access<Program>(0);
        found = act();
    }
    const int error = pass_to_all(call, file, found);
    if (error != MPI_SUCCESS || found == 0) return error;
    return fail_of_system(call, found, what, file.name);
}

} // namespace sartor::mpi::internal
