// MPI_Allgather, MPI_Alltoall and their kin between two sides: each rank with all of the other side (MPI-5.0
// sections 6.7 and 6.8).
#pragma once

#include "mpi_api/collective/inter/across.hpp"

namespace sartor::mpi {

// Each rank sends a message to every remote rank and receives one from each.
template <class Program, class Outgoing, class Incoming>
int exchange_all_across(Call<Program>& call, MPI_Comm comm, const Outgoing& outgoing,
                        const Incoming& incoming) noexcept {
    const RemoteRanks all = all_remote(call, comm);
    return exchange_across(call, comm, all, outgoing, all, incoming);
}

// Each rank sends its data to every remote rank; `slices` are those of the remote ranks.
template <class Program, class Incoming>
int allgather_across(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                     const Incoming& slices, MPI_Comm comm, const void* receive_buffer) noexcept {
    if (!call.side(Side::sent, buffer, count, type) || !call.separate(buffer, receive_buffer, count))
        return call.error();
    return exchange_all_across(call, comm, everywhere(call, buffer, count, type), slices);
}

} // namespace sartor::mpi
