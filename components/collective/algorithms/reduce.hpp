// Reduce (EPOS-MPI table 3: tree, reverse; 3.6: with reduction as an aspect).
#pragma once

#include <string_view>

#include "aspects/reduction.hpp"
#include "components/collective/choice/choice.hpp"
#include "components/collective/operands/operands.hpp"
#include "topologies/linear.hpp"
#include "topologies/tree.hpp"

namespace sartor::collective {

// A family of algorithms: the operands of all nodes are joined at the root. Requires as many operands on all.
// The operation is predefined or the program's, and may be declared not to commute.
//
// Algorithms: run(interface, root, operands) leaves the result in mine() of the root's operands.
struct Reduce {
    static constexpr std::string_view name = "reduce";
};

// Algorithms: run(interface, root, operands) leaves the result in mine() of the root's operands.
namespace reduce {

// From the leaves to the node without one above it, which has the result. Each node joins what comes from the
// nodes below it, in the topology's order, and sends one message of all operands: N - 1 messages.
template <MessagePassing M, class Topology, Operands O>
void join_along(M& interface, const Topology& topology, O& operands) {
    const UpwardPieces<O> pieces(operands, topology.above());
    Blocking<M, UpwardPieces<O>> functions(interface, pieces);
    aspects::Reduction reducing(functions, [&] { pieces.join(); });
    Reverse::run(topology, reducing);
}

// Sends the result from the rank that has it to the rank that should: one message, none if they are the same.
template <MessagePassing M, Operands O>
void hand_on(M& interface, int from, int to, O& operands) {
    const int rank = interface.rank();
    if (from == to || (rank != from && rank != to)) return;
    const auto all = operands.mine(0, operands.count());
    rank == from ? interface.send(to, all) : interface.receive(from, all);
}

// N - 1 messages, and one more when the operation does not commute: then operands are joined in the order of
// the ranks, at rank 0, which sends the result to the root.
template <class Topologies>
struct Along {
    static constexpr std::string_view name = tree_name<Topologies>;

    template <MessagePassing M, Operands O>
    static void run(M& interface, int root, O& operands) {
        operands.load();
        const int top = operands.commutative() ? root : 0;
        const auto topology = tree_of<Topologies>(interface, top);
        if (topologies::keeps_order<std::remove_const_t<decltype(topology)>> || operands.commutative())
            join_along(interface, topology, operands);
        else
            join_along(interface, topologies::Tree(interface.size(), interface.rank(), top), operands);
        hand_on(interface, top, root, operands);
    }
};

// Always ((x0 op x1) op x2) op ...: the same bits whatever the root, the mapping and the machine. N - 1
// messages to rank 0, one after the other, and one to the root.
struct InOrder {
    static constexpr std::string_view name = "in rank order";

    template <MessagePassing M, Operands O>
    static void run(M& interface, int root, O& operands) {
        operands.load();
        join_along(interface, topologies::Linear(interface.size(), interface.rank(), 0), operands);
        hand_on(interface, 0, root, operands);
    }
};

} // namespace reduce

} // namespace sartor::collective

template <>
struct sartor::default_traits<sartor::collective::Reduce> {
    using choices =
        collective::choices<collective::upto<collective::reduce::Along<collective::Only<topologies::Tree>>>>;
};
