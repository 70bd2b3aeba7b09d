// MPI_Allreduce (MPI-5.0 section 6.9.6): a Reduce and a Bcast (EPOS-MPI table 1).
#pragma once

#include "mpi_api/collective/bcast.hpp"
#include "mpi_api/collective/inter/reduce.hpp"
#include "mpi_api/collective/reduce.hpp"

namespace sartor::mpi {

template <class Program>
int allreduce(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
              MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    if constexpr (Interface<Program>::has_intercommunicators)
        if (call.is_inter(comm)) {
            const int error = swap_reduced(call, send_buffer, receive_buffer, count, type, op, comm);
            return error != MPI_SUCCESS ? error
                                        : bcast(call, receive_buffer, count, type, 0, local_side(call, comm));
        }
    constexpr int root = 0;
    const bool in_place = send_buffer == MPI_IN_PLACE;
    const bool at_root = call.view(comm).rank() == root;
    const void* operands = in_place && !at_root ? receive_buffer : send_buffer;
    const int error = reduce(call, operands, receive_buffer, count, type, op, root, comm);
    return error != MPI_SUCCESS ? error : bcast(call, receive_buffer, count, type, root, comm);
}

} // namespace sartor::mpi
