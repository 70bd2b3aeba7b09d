// Allgather (EPOS-MPI tables 1 and 3: ring, bidirectional).
#pragma once

#include <string_view>

#include "components/collective/choice/choice.hpp"
#include "components/collective/interface/interface.hpp"
#include "topologies/circle.hpp"

namespace sartor::collective {

// A family of algorithms: the piece of each node goes to all, which have N pieces in the end. Each algorithm
// states its messages. They fail as the interface does: out_of_memory(), or a message of another length.
//
// Algorithms: run(interface, own, slices). `own` is what this node gives to all, slices(node) is the place
// for the piece of a node. The node's own slice is filled before.
struct Allgather {
    static constexpr std::string_view name = "allgather";
};

// Algorithms: run(interface, own, slices). `own` is what this node gives all, slices(node) is where that of a
// node goes. The own slice is filled already.
namespace allgather {

// Each node sends its piece to each, in N - 1 steps in which all pairs are different, of one message in each
// direction. N (N - 1) messages, no memory.
struct Exchanging {
    static constexpr std::string_view name = "pairwise exchange";

    template <MessagePassing M, class Slices>
    static void run(M& interface, const typename M::Piece& own, const Slices& slices) {
        const auto outgoing = [&](int) -> const auto& {
            return own;
        };
        BothWays<M, decltype(outgoing), Slices> both(interface, outgoing, slices);
        Bidirectional::run(topologies::Circle(interface.size(), interface.rank()), both);
    }
};

} // namespace allgather

} // namespace sartor::collective

template <>
struct sartor::default_traits<sartor::collective::Allgather> {
    using choices = collective::choices<collective::upto<collective::allgather::Exchanging>>;
};
