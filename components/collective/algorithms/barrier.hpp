// Barrier (EPOS-MPI table 1: a Gather and a Bcast).
#pragma once

#include <string_view>

#include "components/collective/choice/choice.hpp"
#include "components/collective/interface/interface.hpp"
#include "topologies/dissemination.hpp"
#include "topologies/tree.hpp"

namespace sartor::collective {

// A family of algorithms: no node returns before all have begun. Moves no data.
//
// Algorithms: run(interface).
struct Barrier {
    static constexpr std::string_view name = "barrier";
};

// Algorithms: run(interface).
namespace barrier {

// A gather and a broadcast of empty messages over a tree: 2 (N - 1) messages, 2 ceil(log2 N) of them one
// after the other with the binomial tree.
template <class Topologies>
struct GatherBcast {
    static constexpr std::string_view name = tree_name<Topologies>;

    template <MessagePassing M>
    static void run(M& interface) {
        const auto tree = tree_of<Topologies>(interface, 0);
        collective::run<Reverse>(interface, tree, Nothing<M>{});
        collective::run<Straight>(interface, tree, Nothing<M>{});
    }
};

// ceil(log2 N) steps in which every node sends and receives a message: the fewest steps, N ceil(log2 N)
// messages.
struct Disseminating {
    static constexpr std::string_view name = "dissemination";

    template <MessagePassing M>
    static void run(M& interface) {
        const Nothing<M> nothing;
        BothWays<M, Nothing<M>, Nothing<M>> both(interface, nothing, nothing);
        Bidirectional::run(topologies::Dissemination(interface.size(), interface.rank()), both);
    }
};

} // namespace barrier

} // namespace sartor::collective

template <>
struct sartor::default_traits<sartor::collective::Barrier> {
    using choices = collective::choices<
        collective::upto<collective::barrier::GatherBcast<collective::Only<topologies::Tree>>>>;
};
