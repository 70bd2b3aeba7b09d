// MPI_Reduce (MPI-5.0 section 6.9.1).
#pragma once

#include "components/collective/algorithms/reduce.hpp"
#include "mpi_api/collective/inter/reduce.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"
#include "mpi_api/collective/operands/operands.hpp"

namespace sartor::mpi {

namespace internal {

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

} // namespace internal

// MPI_Reduce: the receive buffer is significant at the root only. Joined in the order of ranks unless the
// operation commutes. Memory: up to two more vectors of operands at ranks other than the root, one at the
// root.
template <class Program>
int reduce(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
           MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) noexcept {
    return by_groups(
        call, comm,
        [&] {
            return internal::reduce_within(call, send_buffer, receive_buffer, count, type, op, root, comm);
        },
        [&](auto& inter) {
            return reduce_across(inter, send_buffer, receive_buffer, count, type, op, root, comm);
        });
}

} // namespace sartor::mpi
