// MPI_Gather (MPI-5.0 section 6.5): linear, reverse (EPOS-MPI table 3).
#pragma once

#include "mpi_api/collective/inter/gather.hpp"
#include "mpi_api/collective/slices.hpp"
#include "topologies/linear.hpp"

namespace sartor::mpi {

namespace internal {

// `slices` are looked at by the root alone, whose arguments have been checked.
template <class Program, class Incoming>
int gather_slices(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                  const Incoming& slices, int root, MPI_Comm comm) noexcept {
    if constexpr (Interface<Program>::has_intercommunicators)
        if (call.is_inter(comm)) return gather_across(call, buffer, count, type, slices, root, comm);
    const int rank = call.view(comm).rank();
    const bool in_place = rank == root && buffer == MPI_IN_PLACE;
    if (!in_place && !call.side("sendbuf", buffer, count, type)) return call.error();
    if (rank == root) {
        if (!in_place) call.state().datatypes.storage(buffer, count, value_of(type)).copy_to(slices(rank));
        return run<collective::Reverse, topologies::Linear>(call, comm, root, slices);
    }
    const auto own = call.state().datatypes.storage(buffer, count, value_of(type));
    return run<collective::Reverse, topologies::Linear>(call, comm, root, [=](int) { return own; });
}

} // namespace internal

template <class Program>
int gather(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
           void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type, int root,
           MPI_Comm comm) noexcept {
    if (is_root(call, root, comm) && !call.side("recvbuf", receive_buffer, receive_count, receive_type))
        return call.error();
    const Slices<Program> slices(call, receive_buffer, receive_count, receive_type);
    return internal::gather_slices(call, send_buffer, send_count, send_type, slices, root, comm);
}

} // namespace sartor::mpi
