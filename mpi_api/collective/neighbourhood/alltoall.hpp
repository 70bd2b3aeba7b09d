// MPI_Neighbor_alltoall, MPI_Neighbor_alltoallv, MPI_Neighbor_alltoallw (MPI-5.0 section 8.6.2).
#pragma once

#include "mpi_api/collective/buffers/edges.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/buffers/varying_side.hpp"
#include "mpi_api/collective/neighbourhood/neighbours.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program, class Outgoing, class Incoming>
int exchange_with_neighbours(Call<Program>& call, const Neighbours<Program>& neighbours,
                             const Outgoing& outgoing, const Incoming& incoming, MPI_Comm comm) noexcept {
    if (!call.at(point::EdgesUsed(), outgoing, neighbours.out_degree(), incoming, neighbours.in_degree()))
        return call.error();
    return exchange_over(call, comm, Collective::neighbor_alltoall, neighbours.edges(), outgoing, incoming);
}

} // namespace internal

// `send_count` elements over each outgoing edge. Messages: one for each edge, all in flight at once.
template <class Program>
int neighbor_alltoall(Call<Program>& call, const void* send_buffer, MPI_Count send_count,
                      MPI_Datatype send_type, void* receive_buffer, MPI_Count receive_count,
                      MPI_Datatype receive_type, MPI_Comm comm) noexcept {
    const Neighbours<Program> neighbours(call, comm);
    if (!neighbours.valid() ||
        !call.side(Side::sent, send_buffer, neighbours.out_degree() > 0 ? send_count : 0, send_type) ||
        !call.side(Side::received, receive_buffer, neighbours.in_degree() > 0 ? receive_count : 0,
                   receive_type))
        return call.error();
    return internal::exchange_with_neighbours(
        call, neighbours, Slices<Program>(call, send_buffer, send_count, send_type),
        Slices<Program>(call, receive_buffer, receive_count, receive_type), comm);
}

// Counts and displacements, in elements, for each edge.
template <class Program, class Counts, class Displacements>
int neighbor_alltoallv(Call<Program>& call, const void* send_buffer, Counts send_counts,
                       Displacements send_displacements, MPI_Datatype send_type, void* receive_buffer,
                       Counts receive_counts, Displacements receive_displacements, MPI_Datatype receive_type,
                       MPI_Comm comm) noexcept {
    using Varying = VaryingSlices<Program, Counts, Displacements>;
    const Neighbours<Program> neighbours(call, comm);
    if (!neighbours.valid() ||
        !varying_side(call, sent_parts, neighbours.out_degree(), send_buffer, send_counts, send_displacements,
                      send_type) ||
        !varying_side(call, received_parts, neighbours.in_degree(), receive_buffer, receive_counts,
                      receive_displacements, receive_type))
        return call.error();
    return internal::exchange_with_neighbours(
        call, neighbours, Varying(call, send_buffer, send_counts, send_displacements, send_type),
        Varying(call, receive_buffer, receive_counts, receive_displacements, receive_type), comm);
}

// Displacements in bytes, and a datatype for each edge.
template <class Program, class Counts, class Displacements>
int neighbor_alltoallw(Call<Program>& call, const void* send_buffer, Counts send_counts,
                       Displacements send_displacements, const MPI_Datatype* send_types, void* receive_buffer,
                       Counts receive_counts, Displacements receive_displacements,
                       const MPI_Datatype* receive_types, MPI_Comm comm) noexcept {
    using Typed = TypedSlices<Program, Counts, Displacements>;
    const Neighbours<Program> neighbours(call, comm);
    if (!neighbours.valid() ||
        !varying_side(call, sent_parts, neighbours.out_degree(), send_buffer, send_counts, send_displacements,
                      send_types) ||
        !varying_side(call, received_parts, neighbours.in_degree(), receive_buffer, receive_counts,
                      receive_displacements, receive_types))
        return call.error();
    return internal::exchange_with_neighbours(
        call, neighbours, Typed(call, send_buffer, send_counts, send_displacements, send_types),
        Typed(call, receive_buffer, receive_counts, receive_displacements, receive_types), comm);
}

} // namespace sartor::mpi
