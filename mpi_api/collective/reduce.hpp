// MPI_Reduce (MPI-5.0 section 6.9.1): tree, reverse, with reduction as an aspect (EPOS-MPI tables 1 and
// 3, 3.6).
#pragma once

#include "aspects/reduction.hpp"
#include "mpi_api/collective/exchange.hpp"
#include "mpi_api/collective/inter/reduce.hpp"
#include "mpi_api/collective/joining.hpp"
#include "mpi_api/collective/scratch.hpp"
#include "topologies/tree.hpp"

namespace sartor::mpi {

namespace internal {

// Partial results go up from `mine`; what arrives lies in `theirs` until it is joined.
template <class Storage>
struct Operands {
    Storage mine;
    Storage theirs;
    int above;

    [[nodiscard]] const Storage& operator()(int node) const noexcept { return node == above ? mine : theirs; }
};

// Joins the operands that lie in `mine` of each rank; the root's holds the result, the others' partial
// results.
template <class Program>
int join_operands(Call<Program>& call, void* mine, MPI_Count count, MPI_Datatype type,
                  const Joining<Program>& joining, int root, MPI_Comm comm) noexcept {
    const auto& datatypes = call.state().datatypes;
    const auto view = call.view(comm);
    const Scratch<Program> theirs(call, count, type);
    if (!theirs.valid()) return call.error();
    const auto tree = topology_of<topologies::Tree>(view, root);
    using Storage = typename Interface<Program>::Datatypes::Storage;
    const Operands<Storage> operands{datatypes.storage(mine, count, value_of(type)),
                                     datatypes.storage(theirs.buffer(), count, value_of(type)), tree.above()};
    const Exchange<Program, Operands<Storage>> exchange(call, view, operands);
    aspects::Reduction reducing(exchange, [&] { joining(theirs.buffer(), mine); });
    collective::Reverse::run(tree, reducing);
    return reducing.error();
}

// An operation that does not commute needs the operands in the order of the ranks: they are joined at rank 0,
// which hands the result on.
template <class Program>
int hand_on(Call<Program>& call, void* mine, MPI_Count count, MPI_Datatype type, int from, int to,
            MPI_Comm comm) noexcept {
    const auto view = call.view(comm);
    const auto storage = call.state().datatypes.storage(mine, count, value_of(type));
    const auto data = [=](int) { return storage; };
    Exchange<Program, decltype(data)> exchange(call, view, data);
    if (view.rank() == from) exchange.send(to);
    if (view.rank() == to) exchange.receive(from);
    return exchange.error();
}

} // namespace internal

template <class Program>
int reduce(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count,
           MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) noexcept {
    if constexpr (Interface<Program>::has_intercommunicators)
        if (call.is_inter(comm))
            return reduce_across(call, send_buffer, receive_buffer, count, type, op, root, comm);
    const auto& datatypes = call.state().datatypes;
    const bool at_root = call.view(comm).rank() == root;
    if (!call.buffer("sendbuf", send_buffer, count, type)) return call.error();
    if (at_root && !call.buffer("recvbuf", receive_buffer, count, type)) return call.error();
    const Joining<Program> joining(call, op, type, count);
    const Scratch<Program> partial(call, at_root ? 0 : count, type);
    if (!partial.valid()) return call.error();
    void* mine = at_root ? receive_buffer : partial.buffer();
    if (send_buffer != MPI_IN_PLACE)
        datatypes.storage(send_buffer, count, value_of(type))
            .copy_to(datatypes.storage(mine, count, value_of(type)));
    const int top = joining.commutative() ? root : 0;
    const int error = internal::join_operands(call, mine, count, type, joining, top, comm);
    if (error != MPI_SUCCESS || top == root) return error;
    return internal::hand_on(call, mine, count, type, top, root, comm);
}

} // namespace sartor::mpi
