// The linear application topology: the root communicates with all others, one after the other (EPOS-MPI
// 3.1). For operations in which the root is the bottleneck anyway: Scatter, Gather.
#pragma once

#include <string_view>

#include "topologies/all_equal.hpp"
#include "topologies/topology.hpp"

namespace sartor::topologies {

// The initial sequence: nodes by their numbers, the highest first, without the root. Of 8 nodes with root 1
// (the paper's numbers) 8, 7, 6, 5, 4, 3, 2. Aspects reorder it for a network or an application; they need
// network() and root(). All functions take constant time.
template <class NetworkOfNodes>
class LinearOrder {
  public:
    static constexpr std::string_view name = "linear";
    static constexpr bool joins_in_order = true;

    constexpr LinearOrder(NetworkOfNodes network, int node, int root)
        : network_(network), node_(node), root_(root) {}

    [[nodiscard]] constexpr int above() const { return node_ == root_ ? no_node : root_; }
    [[nodiscard]] constexpr int count() const { return node_ == root_ ? network_.size() - 1 : 0; }
    [[nodiscard]] constexpr int element(int position) const {
        const int node = network_.size() - 1 - position;
        return node > root_ ? node : node - 1;
    }

    [[nodiscard]] constexpr const NetworkOfNodes& network() const { return network_; }
    [[nodiscard]] constexpr int root() const { return root_; }

  private:
    NetworkOfNodes network_;
    int node_;
    int root_;
};

using Linear = Sequence<LinearOrder<AllEqual>>;
static_assert(ApplicationTopology<Linear>);

} // namespace sartor::topologies
