// MPI_Scatterv (MPI-5.0 section 6.6).
#pragma once

#include "mpi_api/collective/buffers/varying_side.hpp"
#include "mpi_api/collective/scatter.hpp"

namespace sartor::mpi {

// Counts and displacements, in elements, are significant at the root, whose check of them is O(ranks).
template <class Program, class Counts, class Displacements>
int scatterv(Call<Program>& call, const void* send_buffer, Counts counts, Displacements displacements,
             MPI_Datatype send_type, void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type,
             int root, MPI_Comm comm) noexcept {
    if (is_root(call, root, comm) &&
        !varying_side(call, sent_parts, call.peers(comm), send_buffer, counts, displacements, send_type))
        return call.error();
    if (!may_receive_into(call, receive_buffer, receive_count, receive_type, comm)) return call.error();
    const VaryingSlices<Program, Counts, Displacements> slices(call, send_buffer, counts, displacements,
                                                               send_type);
    if (is_root(call, root, comm) && !call.at(point::PartsSent(), slices, call.peers(comm)))
        return call.error();
    return internal::scatter_slices<collective::Scatterv>(call, slices, receive_buffer, receive_count,
                                                          receive_type, root, comm);
}

} // namespace sartor::mpi
