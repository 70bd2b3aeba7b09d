// MPI_Barrier (MPI-5.0 section 6.3).
#pragma once

#include "components/collective/algorithms/barrier.hpp"
#include "mpi_api/collective/inter/barrier.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
int barrier_within(Call<Program>& call, MPI_Comm comm) noexcept {
    if (!agree(call, comm, {})) return call.error();
    Messages<Program> messages(call, comm, Signature(Collective::barrier));
    collective::choose<collective::Barrier>(messages, 0, [&](auto algorithm) { algorithm.run(messages); });
    return messages.error();
}

} // namespace internal

// MPI_Barrier: returns when all ranks have called it; on an intercommunicator, all ranks of the remote group.
template <class Program>
int barrier(Call<Program>& call, MPI_Comm comm) noexcept {
    return by_groups(
        call, comm, [&] { return internal::barrier_within(call, comm); },
        [&](auto& inter) { return barrier_across(inter, comm); });
}

} // namespace sartor::mpi
