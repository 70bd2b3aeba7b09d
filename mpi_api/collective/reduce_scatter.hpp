// MPI_Reduce_scatter, MPI_Reduce_scatter_block (MPI-5.0 section 6.10).
#pragma once

#include "mpi_api/call/array.hpp"
#include "mpi_api/collective/buffers/in_use.hpp"
#include "mpi_api/collective/buffers/varying_side.hpp"
#include "mpi_api/collective/inter/reduce_scatter.hpp"
#include "mpi_api/collective/operands/parts.hpp"
#include "mpi_api/collective/within/reduce_scatter.hpp"

namespace sartor::mpi {

namespace internal {

// Both functions on any communicator: checks the buffers for their lengths.
template <class Program>
int reduce_parts(Call<Program>& call, const void* send_buffer, void* receive_buffer, const Parts& parts,
                 MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    const auto view = call.view(comm);
    if (!call.operands(send_buffer, static_cast<MPI_Count>(parts(view.size())), type, comm) ||
        !call.buffer("recvbuf", receive_buffer,
                     static_cast<MPI_Count>(parts(view.rank() + 1) - parts(view.rank())), type) ||
        !may_send_from(call, send_buffer, static_cast<MPI_Count>(parts(view.size())), type, comm) ||
        !may_receive_into(call, receive_buffer,
                          static_cast<MPI_Count>(parts(view.rank() + 1) - parts(view.rank())), type, comm))
        return call.error();
    return by_groups(
        call, comm,
        [&] { return reduce_parts_within(call, send_buffer, receive_buffer, parts, type, op, comm); },
        [&](auto& inter) {
            return reduce_scatter_across(inter, send_buffer, receive_buffer, parts, type, op, comm);
        });
}

} // namespace internal

// MPI_Reduce_scatter_block: `count` elements of the result for each rank.
template <class Program>
int reduce_scatter_block(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
                         MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    if (!call.count("recvcount", count)) return call.error();
    const Parts parts{nullptr, static_cast<std::size_t>(count)};
    return internal::reduce_parts(call, send_buffer, receive_buffer, parts, type, op, comm);
}

// MPI_Reduce_scatter: counts[r] elements of the result for rank r. Memory: 8 bytes for each rank beside the
// operands.
template <class Program, class Counts>
int reduce_scatter(Call<Program>& call, const void* send_buffer, void* receive_buffer, Counts counts,
                   MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    const int size = call.view(comm).size();
    if (!varying_counts(call, received_parts, size, counts)) return call.error();
    Array<std::size_t> starts(size + 1);
    if (!starts.valid()) return call.template fail<MPI_ERR_NO_MEM>("no memory for %d counts", size);
    starts[0] = 0;
    for (int rank = 0; rank < size; ++rank)
        starts[rank + 1] = starts[rank] + static_cast<std::size_t>(counts[rank]);
    const Parts parts{starts.data(), 0};
    return internal::reduce_parts(call, send_buffer, receive_buffer, parts, type, op, comm);
}

} // namespace sartor::mpi
