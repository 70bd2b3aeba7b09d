// Bcast (EPOS-MPI table 3: tree, straight).
#pragma once

#include <string_view>

#include "components/collective/choice/choice.hpp"
#include "components/collective/interface/interface.hpp"
#include "topologies/tree.hpp"

namespace sartor::collective {

// A family of algorithms: the root's piece goes to all. Requires pieces of one length on all nodes; another
// length is an error of the interface.
//
// Algorithms: run(interface, root, piece).
struct Bcast {
    static constexpr std::string_view name = "bcast";
};

// Algorithms: run(interface, root, piece).
namespace bcast {

// N - 1 messages: over the binomial tree at most ceil(log2 N) of them one after the other, over a chain N -
// 1. No memory.
template <class Topologies>
struct Along {
    static constexpr std::string_view name = tree_name<Topologies>;

    template <MessagePassing M>
    static void run(M& interface, int root, const typename M::Piece& piece) {
        collective::run<Straight>(
            interface, tree_of<Topologies>(interface, root), [&](int) -> const auto& { return piece; });
    }
};

} // namespace bcast

} // namespace sartor::collective

template <>
struct sartor::default_traits<sartor::collective::Bcast> {
    using choices =
        collective::choices<collective::upto<collective::bcast::Along<collective::Only<topologies::Tree>>>>;
};
