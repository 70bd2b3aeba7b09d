// MPI_Gather (MPI-5.0 section 6.5).
#pragma once

#include "mpi_api/collective/buffers/in_use.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/inter/gather.hpp"
#include "mpi_api/collective/within/gather.hpp"

namespace sartor::mpi {

namespace internal {

template <class Family, class Program, class Incoming>
int gather_slices(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                  const Incoming& slices, int root, MPI_Comm comm,
                  const void* receive_buffer = nullptr) noexcept {
    return by_groups(
        call, comm,
        [&] {
            return gather_slices_within<Family>(call, buffer, count, type, slices, root, comm,
                                                receive_buffer);
        },
        [&](auto& inter) { return gather_across(inter, buffer, count, type, slices, root, comm); });
}

} // namespace internal

// MPI_Gather: `receive_count` elements of each rank at the root, where alone the receive parameters are
// significant. A rank that sends another length gives MPI_ERR_TRUNCATE or MPI_ERR_COUNT at the root.
template <class Program>
int gather(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
           void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type, int root,
           MPI_Comm comm) noexcept {
    const bool receives = is_root(call, root, comm);
    if (receives && !call.side(Side::received, receive_buffer, receive_count, receive_type))
        return call.error();
    if (!may_send_from(call, send_buffer, send_count, send_type, comm) ||
        (receives &&
         !may_receive_into(call, receive_buffer, receive_count * call.peers(comm), receive_type, comm)))
        return call.error();
    const Slices<Program> slices(call, receive_buffer, receive_count, receive_type);
    return internal::gather_slices<collective::Gather>(call, send_buffer, send_count, send_type, slices, root,
                                                       comm, receive_buffer);
}

} // namespace sartor::mpi
