// MPI_Reduce (MPI-5.0 section 6.9.1).
#pragma once

#include "mpi_api/collective/buffers/in_use.hpp"
#include "mpi_api/collective/inter/reduce.hpp"
#include "mpi_api/collective/within/reduce.hpp"

namespace sartor::mpi {

// MPI_Reduce: the receive buffer is significant at the root only. Joined in the order of ranks unless the
// operation commutes. Memory: up to two more vectors of operands at ranks other than the root, one at the
// root.
template <class Program>
int reduce(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
           MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) noexcept {
    if (!may_send_from(call, send_buffer, count, type, comm) ||
        (is_root(call, root, comm) && !may_receive_into(call, receive_buffer, count, type, comm)))
        return call.error();
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
