// Gather and Scatter (EPOS-MPI table 3): linear, reverse and straight.
#pragma once

#include <string_view>

#include "components/collective/choice/choice.hpp"
#include "components/collective/interface/interface.hpp"
#include "topologies/linear.hpp"

namespace sartor::collective {

// A family of algorithms: a piece of each node comes to the root, in the order of the ranks. Nodes other than
// the root know their own piece alone.
struct Gather {
    static constexpr std::string_view name = "gather";
};
// The reverse: the root has a piece for each node.
struct Scatter {
    static constexpr std::string_view name = "scatter";
};
// The same with pieces of any lengths. Only the root knows them, so the choice must not depend on lengths.
struct Gatherv {
    static constexpr std::string_view name = "gatherv";
};
// Likewise.
//
// Algorithms of all four: run(interface, root, slices, own). The root's slices(node) belong to the nodes,
// `own` is what another node gives or gets. The root's own part is no message.
struct Scatterv {
    static constexpr std::string_view name = "scatterv";
};

// Algorithms: run(interface, root, slices, own). The root's slices(node) belong to the nodes, `own` is what
// another node gives or gets. The root's own part is no message.
namespace gather {

// For all of them: the direction makes the difference (EPOS-MPI 3.4). N - 1 messages, all with the root,
// which handles them one after the other.
template <class Direction, class Topologies>
struct Along {
    static constexpr std::string_view name = linear_name<Topologies>;

    template <MessagePassing M, class Slices>
    static void run(M& interface, int root, const Slices& slices, const typename M::Piece& own) {
        const auto topology = linear_of<Topologies>(interface, root);
        if (interface.rank() == root)
            collective::run<Direction>(interface, topology, slices);
        else
            collective::run<Direction>(
                interface, topology, [&](int) -> const auto& { return own; });
    }
};

} // namespace gather

} // namespace sartor::collective

template <>
struct sartor::default_traits<sartor::collective::Gather> {
    using choices = collective::choices<collective::upto<
        collective::gather::Along<collective::Reverse, collective::Only<topologies::Linear>>>>;
};
template <>
struct sartor::default_traits<sartor::collective::Gatherv>
    : sartor::default_traits<sartor::collective::Gather> {};
template <>
struct sartor::default_traits<sartor::collective::Scatter> {
    using choices = collective::choices<collective::upto<
        collective::gather::Along<collective::Straight, collective::Only<topologies::Linear>>>>;
};
template <>
struct sartor::default_traits<sartor::collective::Scatterv>
    : sartor::default_traits<sartor::collective::Scatter> {};
