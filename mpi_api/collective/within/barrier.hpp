// MPI_Barrier over the ranks of one group (MPI-5.0 section 6.3).
#pragma once

#include "components/collective/algorithms/barrier.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi::internal {

template <class Program>
int barrier_within(Call<Program>& call, MPI_Comm comm) noexcept {
    if (!agree(call, comm, {})) return call.error();
    Messages<Program> messages(call, comm, Signature(Collective::barrier));
    collective::choose<collective::Barrier>(messages, 0, [&](auto algorithm) { algorithm.run(messages); });
    return messages.error();
}

} // namespace sartor::mpi::internal
