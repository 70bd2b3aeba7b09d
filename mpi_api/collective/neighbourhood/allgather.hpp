// MPI_Neighbor_allgather, MPI_Neighbor_allgatherv (MPI-5.0 section 8.6.1).
#pragma once

#include "mpi_api/collective/buffers/edges.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/buffers/varying_side.hpp"
#include "mpi_api/collective/neighbourhood/neighbours.hpp"

namespace sartor::mpi {

namespace internal {

// Sends the rank's data over all outgoing edges. The send parameters are significant if there is one.
template <class Program, class Incoming>
int gather_from_neighbours(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                           const Neighbours<Program>& neighbours, const Incoming& slices,
                           MPI_Comm comm) noexcept {
    if (!call.side(Side::sent, buffer, neighbours.out_degree() > 0 ? count : 0, type)) return call.error();
    const auto own = call.state().datatypes.storage(buffer, count, value_of(type));
    const auto to_each = [&](int) { return own; };
    if (!call.at(point::EdgesUsed(), to_each, neighbours.out_degree() > 0 ? 1 : 0, slices,
                 neighbours.in_degree()))
        return call.error();
    return exchange_over(call, comm, Collective::neighbor_allgather, neighbours.edges(), to_each, slices);
}

} // namespace internal

// `receive_count` elements of each neighbour, in the order of MPI_Dist_graph_neighbors, or of a grid's
// dimensions. Messages: one for each edge. MPI_ERR_TOPOLOGY without a virtual topology.
template <class Program>
int neighbor_allgather(Call<Program>& call, const void* send_buffer, MPI_Count send_count,
                       MPI_Datatype send_type, void* receive_buffer, MPI_Count receive_count,
                       MPI_Datatype receive_type, MPI_Comm comm) noexcept {
    const Neighbours<Program> neighbours(call, comm);
    if (!neighbours.valid() || !call.side(Side::received, receive_buffer,
                                          neighbours.in_degree() > 0 ? receive_count : 0, receive_type))
        return call.error();
    const Slices<Program> slices(call, receive_buffer, receive_count, receive_type);
    return internal::gather_from_neighbours(call, send_buffer, send_count, send_type, neighbours, slices,
                                            comm);
}

// Counts and displacements, in elements, for each incoming edge.
template <class Program, class Counts, class Displacements>
int neighbor_allgatherv(Call<Program>& call, const void* send_buffer, MPI_Count send_count,
                        MPI_Datatype send_type, void* receive_buffer, Counts counts,
                        Displacements displacements, MPI_Datatype receive_type, MPI_Comm comm) noexcept {
    const Neighbours<Program> neighbours(call, comm);
    if (!neighbours.valid() || !varying_side(call, received_parts, neighbours.in_degree(), receive_buffer,
                                             counts, displacements, receive_type))
        return call.error();
    const VaryingSlices<Program, Counts, Displacements> slices(call, receive_buffer, counts, displacements,
                                                               receive_type);
    return internal::gather_from_neighbours(call, send_buffer, send_count, send_type, neighbours, slices,
                                            comm);
}

} // namespace sartor::mpi
