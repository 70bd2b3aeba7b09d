// MPI_Scatter (MPI-5.0 section 6.6).
#pragma once

#include "mpi_api/collective/buffers/in_use.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/inter/scatter.hpp"
#include "mpi_api/collective/within/scatter.hpp"

namespace sartor::mpi {

namespace internal {

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
    const bool sends = is_root(call, root, comm);
    if (sends && !call.side(Side::sent, send_buffer, send_count, send_type)) return call.error();
    if ((sends && !may_send_from(call, send_buffer, send_count * call.peers(comm), send_type, comm)) ||
        !may_receive_into(call, receive_buffer, receive_count, receive_type, comm))
        return call.error();
    const Slices<Program> slices(call, send_buffer, send_count, send_type);
    return internal::scatter_slices<collective::Scatter>(call, slices, receive_buffer, receive_count,
                                                         receive_type, root, comm);
}

} // namespace sartor::mpi
