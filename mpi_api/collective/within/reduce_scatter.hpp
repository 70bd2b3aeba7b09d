// MPI_Reduce_scatter, MPI_Reduce_scatter_block over the ranks of one group (MPI-5.0 section 6.10).
#pragma once

#include "components/collective/algorithms/reduce.hpp"
#include "components/collective/algorithms/reduce_scatter.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"
#include "mpi_api/collective/operands/operands.hpp"
#include "mpi_api/collective/operands/parts.hpp"

namespace sartor::mpi::internal {

// The receive buffer holds this rank's part only, so the vector is joined in memory of its own.
template <class Program>
int reduce_parts_within(Call<Program>& call, const void* send_buffer, void* receive_buffer,
                        const Parts& parts, MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    const auto view = call.view(comm);
    const int rank = view.rank();
    const void* source = send_buffer == MPI_IN_PLACE ? receive_buffer : send_buffer;
    const auto total = static_cast<MPI_Count>(parts(view.size()));
    ReductionOperands<Program> operands(call, source, nullptr, total, type, op);
    const auto own = static_cast<MPI_Count>(parts(rank + 1) - parts(rank));
    if (!call.separate(send_buffer, receive_buffer, own)) return call.error();
    const auto result = call.state().datatypes.storage(receive_buffer, own, value_of(type));
    if (!agree(call, comm, {CommonArguments::unknown, static_cast<long long>(operands.bytes()), type, op}))
        return call.error();
    Messages<Program> messages(call, view,
                               Signature(Collective::reduce_scatter, 0, operands.operand_class()));
    collective::choose<collective::ReduceScatter>(messages, operands.bytes(), [&](auto algorithm) {
        algorithm.run(messages, operands, parts, result);
    });
    return messages.error();
}

} // namespace sartor::mpi::internal
