// MPI_Allreduce between two sides: each reduces, the first ranks swap the results (MPI-5.0 section 6.9.6).
#pragma once

#include "mpi_api/collective/inter/reduce.hpp"
#include "mpi_api/collective/within/bcast.hpp"

namespace sartor::mpi {

// A reduction in each group, one message between the first ranks in each direction, and a broadcast in each
// group.
template <class Program>
int allreduce_across(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
                     MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    const int error = swap_reduced(call, send_buffer, receive_buffer, count, type, op, comm);
    return error != MPI_SUCCESS && call.at(point::ErrorEnds())
               ? error
               : internal::bcast_within(call, receive_buffer, count, type, 0, local_side(call, comm));
}

} // namespace sartor::mpi
