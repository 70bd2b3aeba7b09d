// MPI_Scatter (MPI-5.0 section 6.6): linear, straight (EPOS-MPI table 3).
#pragma once

#include "mpi_api/collective/inter/scatter.hpp"
#include "mpi_api/collective/slices.hpp"
#include "topologies/linear.hpp"

namespace sartor::mpi {

namespace internal {

// `slices` are looked at by the root alone, whose arguments have been checked.
template <class Program, class Outgoing>
int scatter_slices(Call<Program>& call, const Outgoing& slices, void* buffer, MPI_Count count,
                   MPI_Datatype type, int root, MPI_Comm comm) noexcept {
    if constexpr (Interface<Program>::has_intercommunicators)
        if (call.is_inter(comm)) return scatter_across(call, slices, buffer, count, type, root, comm);
    const int rank = call.view(comm).rank();
    const bool in_place = rank == root && buffer == MPI_IN_PLACE;
    if (!in_place && !call.side("recvbuf", buffer, count, type)) return call.error();
    if (rank == root) {
        if (!in_place) slices(rank).copy_to(call.state().datatypes.storage(buffer, count, value_of(type)));
        return run<collective::Straight, topologies::Linear>(call, comm, root, slices);
    }
    const auto own = call.state().datatypes.storage(buffer, count, value_of(type));
    return run<collective::Straight, topologies::Linear>(call, comm, root, [=](int) { return own; });
}

} // namespace internal

template <class Program>
int scatter(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
            void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type, int root,
            MPI_Comm comm) noexcept {
    if (is_root(call, root, comm) && !call.side("sendbuf", send_buffer, send_count, send_type))
        return call.error();
    const Slices<Program> slices(call, send_buffer, send_count, send_type);
    return internal::scatter_slices(call, slices, receive_buffer, receive_count, receive_type, root, comm);
}

} // namespace sartor::mpi
