// Allreduce (EPOS-MPI table 1: a Reduce and a Bcast).
#pragma once

#include <string_view>

#include "components/collective/algorithms/bcast.hpp"
#include "components/collective/algorithms/reduce.hpp"
#include "components/collective/choice/choice.hpp"

namespace sartor::collective {

// A family of algorithms: a reduction whose result all nodes have. Requires the operands and the operation of
// the concept Operands; operations that do not commute are applied in the order of the ranks by all
// algorithms.
//
// Algorithms: run(interface, operands) leaves the result in mine() of all operands.
struct Allreduce {
    static constexpr std::string_view name = "allreduce";
};

// Algorithms: run(interface, operands) leaves the result in mine() of all operands.
namespace allreduce {

// With the algorithms that are chosen for Reduce and Bcast: the sum of their costs.
struct ReduceBcast {
    static constexpr std::string_view name = "reduce, then broadcast";

    template <MessagePassing M, Operands O>
    static void run(M& interface, O& operands) {
        constexpr int root = 0;
        choose<Reduce>(interface, operands.bytes(),
                       [&](auto algorithm) { algorithm.run(interface, root, operands); });
        choose<Bcast>(interface, operands.bytes(), [&](auto algorithm) {
            algorithm.run(interface, root, operands.mine(0, operands.count()));
        });
    }
};

// Both along one topology: 2 (N - 1) messages of all operands; over a tree, 2 ceil(log2 N) of them one after
// the other.
template <class Topologies>
struct Along {
    static constexpr std::string_view name = tree_name<Topologies>;

    template <MessagePassing M, Operands O>
    static void run(M& interface, O& operands) {
        reduce::Along<Topologies>::run(interface, 0, operands);
        bcast::Along<Topologies>::run(interface, 0, operands.mine(0, operands.count()));
    }
};

// The same bits on any number of workers and any machine: rank 0 joins in the order of the ranks. N - 1
// messages to it, one after the other, and a broadcast over the binomial tree.
struct InOrder {
    static constexpr std::string_view name = reduce::InOrder::name;

    template <MessagePassing M, Operands O>
    static void run(M& interface, O& operands) {
        reduce::InOrder::run(interface, 0, operands);
        bcast::Along<Only<topologies::Tree>>::run(interface, 0, operands.mine(0, operands.count()));
    }
};

} // namespace allreduce

} // namespace sartor::collective

template <>
struct sartor::default_traits<sartor::collective::Allreduce> {
    using choices = collective::choices<collective::upto<collective::allreduce::ReduceBcast>>;
};
