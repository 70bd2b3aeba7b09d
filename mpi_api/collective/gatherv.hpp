// MPI_Gatherv (MPI-5.0 section 6.5).
#pragma once

#include "mpi_api/collective/buffers/varying_side.hpp"
#include "mpi_api/collective/gather.hpp"

namespace sartor::mpi {

// Counts and displacements, in elements, are significant at the root, whose check of them is O(ranks).
template <class Program, class Counts, class Displacements>
int gatherv(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
            void* receive_buffer, Counts counts, Displacements displacements, MPI_Datatype receive_type,
            int root, MPI_Comm comm) noexcept {
    if (is_root(call, root, comm) && !varying_side(call, received_parts, call.peers(comm), receive_buffer,
                                                   counts, displacements, receive_type))
        return call.error();
    if (!may_send_from(call, send_buffer, send_count, send_type, comm)) return call.error();
    const VaryingSlices<Program, Counts, Displacements> slices(call, receive_buffer, counts, displacements,
                                                               receive_type);
    if (is_root(call, root, comm) && !call.at(point::PartsReceived(), slices, call.peers(comm)))
        return call.error();
    return internal::gather_slices<collective::Gatherv>(call, send_buffer, send_count, send_type, slices,
                                                        root, comm);
}

} // namespace sartor::mpi
