// MPI_Scatter (MPI-5.0 section 6.6): linear, straight (EPOS-MPI table 3).
#pragma once

#include <cstring>

#include "mpi_api/collective/exchange.hpp"
#include "topologies/linear.hpp"

namespace sartor::mpi {

template <class Program>
int scatter(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
            void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type, int root,
            MPI_Comm comm) noexcept {
    const int rank = Interface<Program>::Communicators::rank(comm);
    collective::Sliced data{};
    data.at_root = rank == root;
    if (data.at_root) {
        data.slices = static_cast<char*>(const_cast<void*>(send_buffer));
        data.slice_bytes = data.stride = bytes_of<Program>(send_count, send_type);
        if (receive_buffer != MPI_IN_PLACE && data.slice_bytes > 0)
            std::memcpy(receive_buffer, data.slices + static_cast<std::size_t>(rank) * data.stride, data.slice_bytes);
    } else {
        data.own = receive_buffer;
        data.own_bytes = bytes_of<Program>(receive_count, receive_type);
    }
    return run<collective::Straight, topologies::Linear>(call, comm, root, data);
}

} // namespace sartor::mpi
