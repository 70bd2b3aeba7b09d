// MPI_Gather (MPI-5.0 section 6.5): linear, reverse (EPOS-MPI table 3).
#pragma once

#include "mpi_api/collective/slices.hpp"
#include "topologies/linear.hpp"

namespace sartor::mpi {

template <class Program>
int gather(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
           void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) noexcept {
    const int rank = call.view(comm).rank();
    if (rank != root) {
        if (!call.side("sendbuf", send_buffer, send_count, send_type)) return call.error();
        const auto own = call.state().datatypes.storage(send_buffer, send_count, value_of(send_type));
        return run<collective::Reverse, topologies::Linear>(call, comm, root, [=](int) { return own; });
    }
    if (!call.side("recvbuf", receive_buffer, receive_count, receive_type)) return call.error();
    if (send_buffer != MPI_IN_PLACE && !call.side("sendbuf", send_buffer, send_count, send_type)) return call.error();
    const Slices<Program> slices(call, receive_buffer, receive_count, receive_type);
    if (send_buffer != MPI_IN_PLACE)
        call.state().datatypes.storage(send_buffer, send_count, value_of(send_type)).copy_to(slices(rank));
    return run<collective::Reverse, topologies::Linear>(call, comm, root, slices);
}

} // namespace sartor::mpi
