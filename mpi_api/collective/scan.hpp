// MPI_Scan, MPI_Exscan (MPI-5.0 section 6.11): along the chain of ranks.
#pragma once

#include "mpi_api/collective/exchange.hpp"
#include "mpi_api/collective/joining.hpp"
#include "mpi_api/collective/scratch.hpp"

namespace sartor::mpi {

namespace internal {

// Takes the join of all lower ranks into `prefix` and hands the join with `own`, which this rank completes in
// `joined`, to the next.
template <class Program, class Complete>
int pass_along(Call<Program>& call, void* prefix, void* joined, MPI_Count count, MPI_Datatype type,
               MPI_Comm comm, Complete complete) noexcept {
    const auto& datatypes = call.state().datatypes;
    const auto view = call.view(comm);
    const auto arriving = datatypes.storage(prefix, count, value_of(type));
    const auto leaving = datatypes.storage(joined, count, value_of(type));
    const auto data = [&](int node) { return node < view.rank() ? arriving : leaving; };
    Exchange<Program, decltype(data)> exchange(call, view, data);
    if (view.rank() > 0) exchange.receive(view.rank() - 1);
    complete(view.rank() > 0);
    if (view.rank() + 1 < view.size()) exchange.send(view.rank() + 1);
    return exchange.error();
}

template <class Program>
void copy_elements(Call<Program>& call, const void* from, void* to, MPI_Count count,
                   MPI_Datatype type) noexcept {
    const auto& datatypes = call.state().datatypes;
    datatypes.storage(from, count, value_of(type)).copy_to(datatypes.storage(to, count, value_of(type)));
}

} // namespace internal

template <class Program>
int scan(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
         MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    if (!call.intracommunicator(comm)) return call.error();
    const Joining<Program> joining(call, op, type, count);
    const Scratch<Program> prefix(call, count, type);
    if (!prefix.valid()) return call.error();
    if (send_buffer != MPI_IN_PLACE) internal::copy_elements(call, send_buffer, receive_buffer, count, type);
    return internal::pass_along(call, prefix.buffer(), receive_buffer, count, type, comm,
                                [&](bool has_prefix) {
                                    if (has_prefix) joining.prepend(prefix.buffer(), receive_buffer);
                                });
}

// The result of rank 0 is left as it is.
template <class Program>
int exscan(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
           MPI_Datatype type, MPI_Op op, MPI_Comm comm) noexcept {
    if (!call.intracommunicator(comm)) return call.error();
    const Joining<Program> joining(call, op, type, count);
    const Scratch<Program> joined(call, count, type);
    const Scratch<Program> prefix(call, count, type);
    if (!joined.valid() || !prefix.valid()) return call.error();
    const void* own = send_buffer == MPI_IN_PLACE ? receive_buffer : send_buffer;
    internal::copy_elements(call, own, joined.buffer(), count, type);
    return internal::pass_along(
        call, prefix.buffer(), joined.buffer(), count, type, comm, [&](bool has_prefix) {
            if (!has_prefix) return;
            internal::copy_elements(call, prefix.buffer(), receive_buffer, count, type);
            joining.prepend(prefix.buffer(), joined.buffer());
        });
}

} // namespace sartor::mpi
