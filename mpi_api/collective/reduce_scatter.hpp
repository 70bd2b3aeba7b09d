// MPI_Reduce_scatter, MPI_Reduce_scatter_block (MPI-5.0 section 6.10): a Reduce and a Scatter (EPOS-MPI table
// 1).
#pragma once

#include "mpi_api/collective/reduce.hpp"
#include "mpi_api/collective/scatterv.hpp"
#include "mpi_api/communicator/sharing.hpp"

namespace sartor::mpi {

namespace internal {

inline constexpr int joining_root = 0;

// Reduces `total` elements at the root, then hand_out(buffer) gives each rank its part.
template <class Program, class HandOut>
int reduce_then(Call<Program>& call, const void* send_buffer, const void* in_place_buffer, MPI_Count total,
                MPI_Datatype type, MPI_Op op, MPI_Comm comm, HandOut hand_out) noexcept {
    const bool at_root = call.view(comm).rank() == joining_root;
    const Scratch<Program> result(call, at_root ? total : 0, type);
    if (!result.valid()) return call.error();
    const void* operands = send_buffer == MPI_IN_PLACE ? in_place_buffer : send_buffer;
    if constexpr (Interface<Program>::has_intercommunicators)
        if (call.is_inter(comm)) {
            const int error = swap_reduced(call, operands, result.buffer(), total, type, op, comm);
            return error != MPI_SUCCESS ? error : hand_out(result.buffer(), local_side(call, comm));
        }
    const int error = reduce(call, operands, result.buffer(), total, type, op, joining_root, comm);
    return error != MPI_SUCCESS ? error : hand_out(result.buffer(), comm);
}

} // namespace internal

template <class Program>
int reduce_scatter_block(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
                         MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    const MPI_Count total = count * call.view(comm).size();
    return internal::reduce_then(call, send_buffer, receive_buffer, total, type, op, comm,
                                 [&](void* result, MPI_Comm among) {
                                     return scatter(call, result, count, type, receive_buffer, count, type,
                                                    internal::joining_root, among);
                                 });
}

template <class Program, class Count>
int reduce_scatter(Call<Program>& call, const void* send_buffer, void* receive_buffer, const Count* counts,
                   MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    const auto view = call.view(comm);
    Array<MPI_Count> starts(view.size());
    if (!starts.valid()) return call.template fail<MPI_ERR_NO_MEM>("no memory for %d counts", view.size());
    MPI_Count total = 0;
    for (int rank = 0; rank < view.size(); ++rank) {
        if (!call.count("recvcounts", counts[rank])) return call.error();
        starts[rank] = total;
        total += counts[rank];
    }
    return internal::reduce_then(
        call, send_buffer, receive_buffer, total, type, op, comm, [&](void* result, MPI_Comm among) {
            return scatterv(call, result, counts, starts.data(), type, receive_buffer, counts[view.rank()],
                            type, internal::joining_root, among);
        });
}

} // namespace sartor::mpi
