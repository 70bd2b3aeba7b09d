// Reduce_scatter (EPOS-MPI table 1: a Reduce and a Scatter).
#pragma once

#include <string_view>

#include "components/collective/algorithms/gather.hpp"
#include "components/collective/algorithms/reduce.hpp"
#include "components/collective/choice/choice.hpp"

namespace sartor::collective {

// A family of algorithms: a reduction of whose result each node gets a part.
//
// Algorithms: run(interface, operands, parts, result). parts(k) is the first element of rank k's part of the
// result, parts(N) the number of all; `result` is where the own part goes.
struct ReduceScatter {
    static constexpr std::string_view name = "reduce_scatter";
};

// Algorithms: run(interface, operands, parts, result). parts(k) is the first element of the result's part of
// rank k, parts(N) the number of all; `result` is where the own part goes.
namespace reduce_scatter {

// With the algorithms that are chosen for Reduce and Scatterv: the sum of their costs, and memory for the
// whole result at rank 0.
struct ReduceThenScatter {
    static constexpr std::string_view name = "reduce, then scatter";

    template <MessagePassing M, Operands O, class Parts>
    static void run(M& interface, O& operands, const Parts& parts, const typename M::Piece& result) {
        constexpr int root = 0;
        choose<Reduce>(interface, operands.bytes(),
                       [&](auto algorithm) { algorithm.run(interface, root, operands); });
        const auto part = [&](int rank) { return operands.mine(parts(rank), parts(rank + 1) - parts(rank)); };
        if (interface.rank() == root) part(root).copy_to(result);
        choose<Scatterv>(interface, 0, [&](auto algorithm) { algorithm.run(interface, root, part, result); });
    }
};

// The same bits on any machine: rank 0 joins in the order of the ranks and scatters the parts. 2 (N - 1)
// messages.
struct InOrder {
    static constexpr std::string_view name = reduce::InOrder::name;

    template <MessagePassing M, Operands O, class Parts>
    static void run(M& interface, O& operands, const Parts& parts, const typename M::Piece& result) {
        reduce::InOrder::run(interface, 0, operands);
        const auto part = [&](int rank) { return operands.mine(parts(rank), parts(rank + 1) - parts(rank)); };
        if (interface.rank() == 0) part(0).copy_to(result);
        gather::Along<Straight, Only<topologies::Linear>>::run(interface, 0, part, result);
    }
};

} // namespace reduce_scatter

} // namespace sartor::collective

template <>
struct sartor::default_traits<sartor::collective::ReduceScatter> {
    using choices = collective::choices<collective::upto<collective::reduce_scatter::ReduceThenScatter>>;
};
