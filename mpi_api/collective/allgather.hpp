// MPI_Allgather, MPI_Allgatherv (MPI-5.0 section 6.7).
#pragma once

#include "mpi_api/collective/buffers/in_use.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/buffers/varying_side.hpp"
#include "mpi_api/collective/inter/all_to_all.hpp"
#include "mpi_api/collective/within/allgather.hpp"

namespace sartor::mpi {

namespace internal {

// gather_everywhere_within() for any communicator; an intercommunicator's ranks get the slices of the remote
// group.
template <class Program, class Incoming>
int gather_everywhere(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                      const Incoming& slices, MPI_Comm comm, const void* receive_buffer = nullptr) noexcept {
    return by_groups(
        call, comm,
        [&] { return gather_everywhere_within(call, buffer, count, type, slices, comm, receive_buffer); },
        [&](auto& inter) {
            return allgather_across(inter, buffer, count, type, slices, comm, receive_buffer);
        });
}

} // namespace internal

// MPI_Allgather: `receive_count` elements of each rank. In place: `send_*` are ignored. Errors: MPI_ERR_COUNT
// and MPI_ERR_TRUNCATE when ranks give different lengths, MPI_ERR_NO_MEM.
template <class Program>
int allgather(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
              void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type,
              MPI_Comm comm) noexcept {
    if (!call.side(Side::received, receive_buffer, receive_count, receive_type) ||
        !may_send_from(call, send_buffer, send_count, send_type, comm) ||
        !may_receive_into(call, receive_buffer, receive_count * call.peers(comm), receive_type, comm))
        return call.error();
    const Slices<Program> slices(call, receive_buffer, receive_count, receive_type);
    return internal::gather_everywhere(call, send_buffer, send_count, send_type, slices, comm,
                                       receive_buffer);
}

// MPI_Allgatherv: counts and displacements, in elements, for each rank.
template <class Program, class Counts, class Displacements>
int allgatherv(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
               void* receive_buffer, Counts counts, Displacements displacements, MPI_Datatype receive_type,
               MPI_Comm comm) noexcept {
    if (!varying_side(call, received_parts, call.peers(comm), receive_buffer, counts, displacements,
                      receive_type) ||
        !may_send_from(call, send_buffer, send_count, send_type, comm))
        return call.error();
    const VaryingSlices<Program, Counts, Displacements> slices(call, receive_buffer, counts, displacements,
                                                               receive_type);
    if (!call.at(point::PartsReceived(), slices, call.peers(comm))) return call.error();
    return internal::gather_everywhere(call, send_buffer, send_count, send_type, slices, comm);
}

} // namespace sartor::mpi
