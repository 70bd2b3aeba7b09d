// MPI_Reduce between two sides: on the other side as ever, then to the root (MPI-5.0 section 6.9.1).
#pragma once

#include "mpi_api/collective/inter/across.hpp"
#include "mpi_api/collective/operands/scratch.hpp"
#include "mpi_api/collective/within/reduce.hpp"

namespace sartor::mpi {

// The group without the root reduces to its first rank, which sends the result to the root. Memory at that
// rank: one more vector of operands.
template <class Program>
int reduce_across(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
                  MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) noexcept {
    if (root == MPI_PROC_NULL) return MPI_SUCCESS;
    if (root == MPI_ROOT) {
        if (!call.buffer("recvbuf", receive_buffer, count, type)) return call.error();
        const auto result = everywhere(call, receive_buffer, count, type);
        return exchange_across(call, comm, RemoteRanks::none(), result, RemoteRanks::only(0), result);
    }
    if (!call.buffer("sendbuf", send_buffer, count, type)) return call.error();
    const bool leads = call.view(comm).rank() == 0;
    const Scratch<Program> joined(call, leads ? count : 0, type);
    if (!joined.valid()) return call.error();
    const int error = internal::reduce_within(call, send_buffer, joined.buffer(), count, type, op, 0,
                                              local_side(call, comm));
    if (!leads || (error != MPI_SUCCESS && call.at(point::ErrorEnds()))) return error;
    const auto result = everywhere(call, joined.buffer(), count, type);
    return exchange_across(call, comm, RemoteRanks::only(root), result, RemoteRanks::none(), result);
}

// Reduces `count` elements in each group to its first rank; the first ranks exchange the results. `theirs`,
// at rank 0 only, gets the other group's.
template <class Program>
int swap_reduced(Call<Program>& call, const void* send_buffer, void* theirs, MPI_Count count,
                 MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    if (!call.buffer("sendbuf", send_buffer, count, type)) return call.error();
    const bool leads = call.view(comm).rank() == 0;
    const Scratch<Program> joined(call, leads ? count : 0, type);
    if (!joined.valid()) return call.error();
    const int error = internal::reduce_within(call, send_buffer, joined.buffer(), count, type, op, 0,
                                              local_side(call, comm));
    if (!leads || (error != MPI_SUCCESS && call.at(point::ErrorEnds()))) return error;
    const RemoteRanks leader = RemoteRanks::only(0);
    return exchange_across(call, comm, leader, everywhere(call, joined.buffer(), count, type), leader,
                           everywhere(call, theirs, count, type));
}

} // namespace sartor::mpi
