// MPI_Scatter (MPI-5.0 section 6.6).
#pragma once

#include <type_traits>

#include "components/collective/algorithms/gather.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/inter/scatter.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi {

namespace internal {

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
               {root, regular ? bytes : Promise::unknown, rank == root ? type_of(slices) : MPI_DATATYPE_NULL,
                MPI_OP_NULL, in_place ? MPI_DATATYPE_NULL : type}))
        return call.error();
    if (copies) slices(rank).copy_to(own);
    constexpr Collective function = regular ? Collective::scatter : Collective::scatterv;
    Messages<Program> messages(call, comm, Signature(function, root));
    collective::choose<Family>(messages, own.bytes,
                               [&](auto algorithm) { algorithm.run(messages, root, slices, own); });
    return messages.error();
}

template <class Family, class Program, class Outgoing>
int scatter_slices(Call<Program>& call, const Outgoing& slices, void* buffer, MPI_Count count,
                   MPI_Datatype type, int root, MPI_Comm comm) noexcept {
    return by_groups(
        call, comm,
        [&] { return scatter_slices_within<Family>(call, slices, buffer, count, type, root, comm); },
        [&](auto& inter) { return scatter_across(inter, slices, buffer, count, type, root, comm); });
}

} // namespace internal

// MPI_Scatter: `send_count` elements to each rank, from the root, where alone the send parameters are
// significant.
template <class Program>
int scatter(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
            void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type, int root,
            MPI_Comm comm) noexcept {
    if (is_root(call, root, comm) && !call.side(Side::sent, send_buffer, send_count, send_type))
        return call.error();
    const Slices<Program> slices(call, send_buffer, send_count, send_type);
    return internal::scatter_slices<collective::Scatter>(call, slices, receive_buffer, receive_count,
                                                         receive_type, root, comm);
}

} // namespace sartor::mpi
