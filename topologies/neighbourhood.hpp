// The neighbourhood application topology: each node has neighbours of its own that it receives from and sends
// to (MPI-5.0 section 8.6).
#pragma once

#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// A neighbour, and the place of its data in the node's buffer.
struct Edge {
    int node; // nobody: the place is there, nothing moves
    int place;
    constexpr bool operator==(const Edge&) const = default;
};

// Neighbours on one side, in the order of their messages. On a grid, what leaves in the negative direction of
// a dimension arrives from the positive one: with both neighbours the same node, `crossed` edges keep them
// apart.
class EdgesOrder {
  public:
    constexpr EdgesOrder(const int* nodes, int count, bool crossed)
        : nodes_(nodes), count_(count), crossed_(crossed) {}

    [[nodiscard]] constexpr int count() const { return count_; }
    [[nodiscard]] constexpr Edge element(int place) const {
        const int crossing = crossed_ ? place ^ 1 : place;
        return {nodes_[crossing], crossing};
    }

  private:
    const int* nodes_;
    int count_;
    bool crossed_;
};

using Edges = Sequence<EdgesOrder>;

struct Neighbourhood {
    static constexpr std::string_view name = "neighbourhood";

    Edges incoming;
    Edges outgoing;
};

} // namespace sartor::topologies
