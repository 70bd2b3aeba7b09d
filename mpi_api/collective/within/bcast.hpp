// MPI_Bcast over the ranks of one group (MPI-5.0 section 6.4).
#pragma once

#include "components/collective/algorithms/bcast.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi::internal {

template <class Program>
int bcast_within(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int root,
                 MPI_Comm comm) noexcept {
    if (!call.buffer("buffer", buffer, count, type)) return call.error();
    const auto storage = call.state().datatypes.storage(buffer, count, value_of(type));
    if (!agree(call, comm, {root, static_cast<long long>(storage.bytes), type})) return call.error();
    Messages<Program> messages(call, comm, Signature(Collective::bcast, root));
    collective::choose<collective::Bcast>(messages, storage.bytes,
                                          [&](auto algorithm) { algorithm.run(messages, root, storage); });
    return messages.error();
}

} // namespace sartor::mpi::internal
