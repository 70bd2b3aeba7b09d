// The chain: each node serves the next one. It is the tree of least degree: N - 1 steps, but with data in
// segments a pipeline in which each node sends each segment once.
#pragma once

#include <string_view>

#include "topologies/tree.hpp"

namespace sartor::topologies {

// From the root upwards and round to the node before it. `NetworkOfNodes` needs only size(). All functions
// take constant time.
template <class NetworkOfNodes>
class ChainOrder {
  public:
    static constexpr std::string_view name = "chain";
    static constexpr bool joins_in_order = true;

    constexpr ChainOrder(NetworkOfNodes network, int node, int root)
        : network_(network), root_(root), distance_(distance_from_root(network.size(), node, root)) {}

    [[nodiscard]] constexpr int above() const {
        return distance_ == 0 ? no_node : node_at_distance(network_.size(), distance_ - 1, root_);
    }
    [[nodiscard]] constexpr int count() const { return distance_ + 1 < network_.size() ? 1 : 0; }
    [[nodiscard]] constexpr int element(int) const {
        return node_at_distance(network_.size(), distance_ + 1, root_);
    }

  private:
    NetworkOfNodes network_;
    int root_;
    int distance_;
};

using Chain = Sequence<ChainOrder<AllEqual>>;
static_assert(ApplicationTopology<Chain>);

} // namespace sartor::topologies
