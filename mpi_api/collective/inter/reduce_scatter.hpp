// MPI_Reduce_scatter, MPI_Reduce_scatter_block between two sides: each reduces, the first ranks swap the
// results and hand them out (MPI-5.0 section 6.10).
#pragma once

#include "mpi_api/collective/inter/reduce.hpp"
#include "mpi_api/collective/operands/parts.hpp"
#include "mpi_api/collective/within/scatter.hpp"

namespace sartor::mpi {

// Reduces in each group, exchanges the results between the first ranks, which scatter them in their groups.
// `parts` are those of the local group.
template <class Program>
int reduce_scatter_across(Call<Program>& call, const void* send_buffer, void* receive_buffer,
                          const Parts& parts, MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    const auto& datatypes = call.state().datatypes;
    const auto view = call.view(comm);
    const auto total = static_cast<MPI_Count>(parts(view.size()));
    const Scratch<Program> result(call, view.rank() == 0 ? total : 0, type);
    if (!result.valid()) return call.error();
    const int error = swap_reduced(call, send_buffer, result.buffer(), total, type, op, comm);
    if (error != MPI_SUCCESS && call.at(point::ErrorEnds())) return error;
    const auto length = [&](int rank) { return static_cast<MPI_Count>(parts(rank + 1) - parts(rank)); };
    const auto slices = [&](int rank) {
        const auto first = static_cast<std::ptrdiff_t>(parts(rank)) * datatypes.extent_of(value_of(type));
        return datatypes.storage(static_cast<char*>(result.buffer()) + first, length(rank), value_of(type));
    };
    return internal::scatter_slices_within<collective::Scatterv>(
        call, slices, receive_buffer, length(view.rank()), type, 0, local_side(call, comm));
}

} // namespace sartor::mpi
