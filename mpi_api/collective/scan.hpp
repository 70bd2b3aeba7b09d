// MPI_Scan, MPI_Exscan (MPI-5.0 section 6.11).
#pragma once

#include "components/collective/algorithms/scan.hpp"
#include "mpi_api/collective/buffers/in_use.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"
#include "mpi_api/collective/operands/operands.hpp"

namespace sartor::mpi {

// MPI_Scan: rank r gets op over ranks 0 to r. Intracommunicators only, otherwise MPI_ERR_COMM.
template <class Program>
int scan(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
         MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    if (!call.intracommunicator(comm) || !call.operands(send_buffer, count, type, comm) ||
        !call.buffer("recvbuf", receive_buffer, count, type) ||
        !call.separate(send_buffer, receive_buffer, count) ||
        !may_send_from(call, send_buffer, count, type, comm) ||
        !may_receive_into(call, receive_buffer, count, type, comm))
        return call.error();
    const void* source = send_buffer == MPI_IN_PLACE ? receive_buffer : send_buffer;
    ReductionOperands<Program> operands(call, source, receive_buffer, count, type, op);
    if (!agree(call, comm, {CommonArguments::unknown, static_cast<long long>(operands.bytes()), type, op}))
        return call.error();
    Messages<Program> messages(call, comm, Signature(Collective::scan, 0, operands.operand_class()));
    collective::choose<collective::Scan>(messages, operands.bytes(),
                                         [&](auto algorithm) { algorithm.run(messages, operands, [] {}); });
    return messages.error();
}

// MPI_Exscan: rank r gets op over ranks 0 to r - 1. The receive buffer of rank 0 is not changed.
template <class Program>
int exscan(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
           MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    if (!call.intracommunicator(comm)) return call.error();
    const bool receives = call.view(comm).rank() > 0 || send_buffer == MPI_IN_PLACE;
    if (!call.operands(send_buffer, count, type, comm) ||
        (receives && !call.buffer("recvbuf", receive_buffer, count, type)) ||
        !call.separate(send_buffer, receive_buffer, count) ||
        !may_send_from(call, send_buffer, count, type, comm) ||
        (receives && !may_receive_into(call, receive_buffer, count, type, comm)))
        return call.error();
    const void* source = send_buffer == MPI_IN_PLACE ? receive_buffer : send_buffer;
    ReductionOperands<Program> operands(call, source, nullptr, count, type, op);
    const auto result = call.state().datatypes.storage(receive_buffer, count, value_of(type));
    if (!agree(call, comm, {CommonArguments::unknown, static_cast<long long>(operands.bytes()), type, op}))
        return call.error();
    Messages<Program> messages(call, comm, Signature(Collective::exscan, 0, operands.operand_class()));
    collective::choose<collective::Scan>(messages, operands.bytes(), [&](auto algorithm) {
        algorithm.run(messages, operands, [&] { operands.theirs(0, operands.count()).copy_to(result); });
    });
    return messages.error();
}

} // namespace sartor::mpi
