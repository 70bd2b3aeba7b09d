// MPI_Allreduce (MPI-5.0 section 6.9.6).
#pragma once

#include "mpi_api/collective/buffers/in_use.hpp"
#include "mpi_api/collective/inter/allreduce.hpp"
#include "mpi_api/collective/within/allreduce.hpp"

namespace sartor::mpi {

// MPI_Allreduce: the operands are joined in the order of ranks unless the operation commutes. Memory: up to
// one more vector of operands. On an intercommunicator each group gets the result of the other one.
template <class Program>
int allreduce(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
              MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    if (!may_send_from(call, send_buffer, count, type, comm) ||
        !may_receive_into(call, receive_buffer, count, type, comm))
        return call.error();
    return by_groups(
        call, comm,
        [&] { return internal::allreduce_within(call, send_buffer, receive_buffer, count, type, op, comm); },
        [&](auto& inter) {
            return allreduce_across(inter, send_buffer, receive_buffer, count, type, op, comm);
        });
}

} // namespace sartor::mpi
