// MPI_Gather, MPI_Gatherv over the ranks of one group (MPI-5.0 section 6.5).
#pragma once

#include <type_traits>

#include "components/collective/algorithms/gather.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi::internal {

// Gather and Gatherv. `slices` are used by the root alone, whose receive parameters have been checked.
// Lengths choose the algorithm only in the family in which all ranks know them.
template <class Family, class Program, class Incoming>
int gather_slices_within(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                         const Incoming& slices, int root, MPI_Comm comm,
                         const void* receive_buffer) noexcept {
    const int rank = call.view(comm).rank();
    const bool in_place = rank == root && buffer == MPI_IN_PLACE;
    if (!in_place && (!call.side(Side::sent, buffer, count, type) ||
                      (rank == root && !call.separate(buffer, receive_buffer, count))))
        return call.error();
    const auto own = in_place ? slices(rank) : call.state().datatypes.storage(buffer, count, value_of(type));
    constexpr bool regular = std::is_same_v<Family, collective::Gather>;
    const auto bytes = static_cast<long long>(rank == root ? slices(rank).bytes : own.bytes);
    const bool copies = rank == root && !in_place;
    if ((copies && !call.own_part(own, slices(rank))) ||
        !agree(call, comm,
               {root, regular ? bytes : CommonArguments::unknown, in_place ? MPI_DATATYPE_NULL : type,
                MPI_OP_NULL, rank == root ? type_of(slices) : MPI_DATATYPE_NULL}))
        return call.error();
    if (copies) own.copy_to(slices(rank));
    constexpr Collective function = regular ? Collective::gather : Collective::gatherv;
    Messages<Program> messages(call, comm, Signature(function, root));
    collective::choose<Family>(messages, own.bytes,
                               [&](auto algorithm) { algorithm.run(messages, root, slices, own); });
    return messages.error();
}

} // namespace sartor::mpi::internal
