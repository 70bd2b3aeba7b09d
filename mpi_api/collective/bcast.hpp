// MPI_Bcast (MPI-5.0 section 6.4).
#pragma once

#include "components/collective/algorithms/bcast.hpp"
#include "mpi_api/collective/inter/bcast.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi {

namespace internal {

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

} // namespace internal

// MPI_Bcast: the root's data go to all. The length must be the same everywhere; otherwise MPI_ERR_TRUNCATE or
// MPI_ERR_COUNT at the ranks that find out.
template <class Program>
int bcast(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int root,
          MPI_Comm comm) noexcept {
    return by_groups(
        call, comm, [&] { return internal::bcast_within(call, buffer, count, type, root, comm); },
        [&](auto& inter) { return bcast_across(inter, buffer, count, type, root, comm); });
}

} // namespace sartor::mpi
