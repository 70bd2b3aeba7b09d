// The tree application topology: nodes that have received serve others, so that ceil(log2 N) steps suffice
// (EPOS-MPI 3.1). For operations that give the same to all or join all into one: Bcast, Reduce.
#pragma once

#include <bit>
#include <string_view>

#include "topologies/all_equal.hpp"
#include "topologies/topology.hpp"

namespace sartor::topologies {

// Distances from the root upwards around a circle of all nodes, in which node 0 follows the last one: the
// distance of a node, and the node at a distance, which is less than `size`.
[[nodiscard]] constexpr int distance_from_root(int size, int node, int root) {
    return node >= root ? node - root : node - root + size;
}
[[nodiscard]] constexpr int node_at_distance(int size, int distance, int root) {
    const int node = root + distance;
    return node < size ? node : node - size;
}

// The binomial tree in distances from its root: d serves d + 2^k for each 2^k below the lowest set bit of d,
// as far as these are less than `size`, the largest subtree first. A subtree has distances in a row, so that
// a reverse walk joins operands in their order. All functions take constant time.
namespace binomial {

// Of a distance that is not 0.
[[nodiscard]] constexpr int above(int distance) {
    return distance & (distance - 1);
}

// The number of powers 2^0, 2^1, ... below the lowest set bit with which the sum stays below `size`.
[[nodiscard]] constexpr int count(int size, int distance) {
    const auto inside = static_cast<int>(std::bit_width(static_cast<unsigned>(size - 1 - distance)));
    const int below = distance == 0 ? inside : std::countr_zero(static_cast<unsigned>(distance));
    return inside < below ? inside : below;
}

[[nodiscard]] constexpr int element(int size, int distance, int position) {
    return distance + (1 << (count(size, distance) - 1 - position));
}

} // namespace binomial

// The binomial tree over nodes; `NetworkOfNodes` needs only size().
template <class NetworkOfNodes>
class BinomialOrder {
  public:
    static constexpr std::string_view name = "binomial tree";
    static constexpr bool joins_in_order = true;

    constexpr BinomialOrder(NetworkOfNodes network, int node, int root)
        : network_(network), root_(root), distance_(distance_from_root(network.size(), node, root)) {}

    [[nodiscard]] constexpr int above() const {
        return distance_ == 0 ? no_node : node_at(binomial::above(distance_));
    }
    [[nodiscard]] constexpr int count() const { return binomial::count(network_.size(), distance_); }
    [[nodiscard]] constexpr int element(int position) const {
        return node_at(binomial::element(network_.size(), distance_, position));
    }

    [[nodiscard]] constexpr const NetworkOfNodes& network() const { return network_; }
    [[nodiscard]] constexpr int root() const { return root_; }

  private:
    [[nodiscard]] constexpr int node_at(int distance) const {
        return node_at_distance(network_.size(), distance, root_);
    }

    NetworkOfNodes network_;
    int root_;
    int distance_;
};

using Tree = Sequence<BinomialOrder<AllEqual>>;
static_assert(ApplicationTopology<Tree>);

} // namespace sartor::topologies
