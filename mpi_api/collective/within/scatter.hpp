// MPI_Scatter, MPI_Scatterv over the ranks of one group (MPI-5.0 section 6.6).
#pragma once

#include <type_traits>

#include "components/collective/algorithms/gather.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi::internal {

// Scatter and Scatterv. `slices` are used by the root alone, whose send parameters have been checked. Lengths
// choose the algorithm only in the family in which all ranks know them.
template <class Family, class Program, class Outgoing>
int scatter_slices_within(Call<Program>& call, const Outgoing& slices, void* buffer, MPI_Count count,
                          MPI_Datatype type, int root, MPI_Comm comm) noexcept {
    const int rank = call.view(comm).rank();
    const bool in_place = rank == root && buffer == MPI_IN_PLACE;
    if (!in_place && !call.side(Side::received, buffer, count, type)) return call.error();
    const auto own = in_place ? slices(rank) : call.state().datatypes.storage(buffer, count, value_of(type));
    constexpr bool regular = std::is_same_v<Family, collective::Scatter>;
    const auto bytes = static_cast<long long>(rank == root ? slices(rank).bytes : own.bytes);
    const bool copies = rank == root && !in_place;
    if ((copies && !call.own_part(slices(rank), own)) ||
        !agree(call, comm,
               {root, regular ? bytes : CommonArguments::unknown,
                rank == root ? type_of(slices) : MPI_DATATYPE_NULL, MPI_OP_NULL,
                in_place ? MPI_DATATYPE_NULL : type}))
        return call.error();
    if (copies) slices(rank).copy_to(own);
    constexpr Collective function = regular ? Collective::scatter : Collective::scatterv;
    Messages<Program> messages(call, comm, Signature(function, root));
    collective::choose<Family>(messages, own.bytes,
                               [&](auto algorithm) { algorithm.run(messages, root, slices, own); });
    return messages.error();
}

} // namespace sartor::mpi::internal
