// MPI_Reduce over the ranks of one group (MPI-5.0 section 6.9.1).
#pragma once

#include "components/collective/algorithms/reduce.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"
#include "mpi_api/collective/operands/operands.hpp"

namespace sartor::mpi::internal {

template <class Program>
int reduce_within(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
                  MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) noexcept {
    const bool at_root = call.view(comm).rank() == root;
    if (!(at_root && send_buffer == MPI_IN_PLACE) && !call.buffer("sendbuf", send_buffer, count, type))
        return call.error();
    if (at_root && (!call.buffer("recvbuf", receive_buffer, count, type) ||
                    !call.separate(send_buffer, receive_buffer, count)))
        return call.error();
    const void* source = send_buffer == MPI_IN_PLACE ? receive_buffer : send_buffer;
    ReductionOperands<Program> operands(call, source, at_root ? receive_buffer : nullptr, count, type, op);
    if (!agree(call, comm, {root, static_cast<long long>(operands.bytes()), type, op})) return call.error();
    Messages<Program> messages(call, comm, Signature(Collective::reduce, root, operands.operand_class()));
    collective::choose<collective::Reduce>(messages, operands.bytes(),
                                           [&](auto algorithm) { algorithm.run(messages, root, operands); });
    return messages.error();
}

} // namespace sartor::mpi::internal
