// MPI_Allreduce over the ranks of one group (MPI-5.0 section 6.9.6).
#pragma once

#include "components/collective/algorithms/allreduce.hpp"
#include "components/collective/algorithms/bcast.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"
#include "mpi_api/collective/operands/operands.hpp"

namespace sartor::mpi::internal {

template <class Program>
int allreduce_within(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
                     MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    if (!call.operands(send_buffer, count, type, comm) ||
        !call.buffer("recvbuf", receive_buffer, count, type) ||
        !call.separate(send_buffer, receive_buffer, count))
        return call.error();
    const void* source = send_buffer == MPI_IN_PLACE ? receive_buffer : send_buffer;
    ReductionOperands<Program> operands(call, source, receive_buffer, count, type, op);
    if (!agree(call, comm,
               {.bytes = static_cast<long long>(operands.bytes()),
                .type = type,
                .op = op,
                .in_place = send_buffer == MPI_IN_PLACE}))
        return call.error();
    Messages<Program> messages(call, comm, Signature(Collective::allreduce, 0, operands.operand_class()));
    collective::choose<collective::Allreduce>(messages, operands.bytes(),
                                              [&](auto algorithm) { algorithm.run(messages, operands); });
    return messages.error();
}

} // namespace sartor::mpi::internal
