// MPI_Scatter (MPI-5.0 section 6.6): linear, straight (EPOS-MPI table 3).
#pragma once

#include "mpi_api/collective/slices.hpp"
#include "topologies/linear.hpp"

namespace sartor::mpi {

template <class Program>
int scatter(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
            void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type, int root,
            MPI_Comm comm) noexcept {
    const int rank = call.view(comm).rank();
    if (rank != root) {
        if (!call.side("recvbuf", receive_buffer, receive_count, receive_type)) return call.error();
        const auto own = call.state().datatypes.storage(receive_buffer, receive_count, value_of(receive_type));
        return run<collective::Straight, topologies::Linear>(call, comm, root, [=](int) { return own; });
    }
    if (!call.side("sendbuf", send_buffer, send_count, send_type)) return call.error();
    if (receive_buffer != MPI_IN_PLACE && !call.side("recvbuf", receive_buffer, receive_count, receive_type))
        return call.error();
    const Slices<Program> slices(call, send_buffer, send_count, send_type);
    if (receive_buffer != MPI_IN_PLACE)
        slices(rank).copy_to(call.state().datatypes.storage(receive_buffer, receive_count, value_of(receive_type)));
    return run<collective::Straight, topologies::Linear>(call, comm, root, slices);
}

} // namespace sartor::mpi
