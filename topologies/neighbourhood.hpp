// The neighbourhood application topology: each node has its own neighbours from which it receives and to
// which it sends (MPI-5.0 section 8.6).
#pragma once

#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// A neighbour, and the index of its data in the node's buffer.
struct Edge {
    int node; // no_node: the buffer has room for its data, but none are sent
    int position;
    constexpr bool operator==(const Edge&) const = default;
};

// The neighbours to which a node sends, or those from which it receives, in the order of their messages.
// `nodes` has `count` elements and is kept by the caller.
//
// `crossed` is for grids, whose neighbours come in pairs, one in each direction of a dimension: what leaves
// in the negative direction arrives from the positive one. When both are the same node only the order of
// messages distinguishes them; a crossed side swaps the two of each pair, and requires that `count` is even.
class EdgesOrder {
  public:
    constexpr EdgesOrder(const int* nodes, int count, bool crossed)
        : nodes_(nodes), count_(count), crossed_(crossed) {}

    [[nodiscard]] constexpr int count() const { return count_; }
    [[nodiscard]] constexpr Edge element(int position) const {
        const int crossing = crossed_ ? position ^ 1 : position;
        return {nodes_[crossing], crossing};
    }

  private:
    const int* nodes_;
    int count_;
    bool crossed_;
};

using Edges = Sequence<EdgesOrder>;

// Both sides of one node.
struct Neighbourhood {
    static constexpr std::string_view name = "neighbourhood";

    Edges incoming;
    Edges outgoing;
};

} // namespace sartor::topologies
