// The tree application topology: who has received serves others, so that log2 N steps suffice (EPOS-MPI 3.1).
// Natural to operations that give all the same or join all into one: Bcast, Reduce.
#pragma once

#include <bit>
#include <string_view>

#include "topologies/all_equal.hpp"
#include "topologies/topology.hpp"

namespace sartor::topologies {

// Where the root is node 0 of a circle.
[[nodiscard]] constexpr int distance_from_root(int size, int node, int root) {
    return node >= root ? node - root : node - root + size;
}
[[nodiscard]] constexpr int node_at_distance(int size, int distance, int root) {
    const int node = root + distance;
    return node < size ? node : node - size;
}

// The binomial tree in distances from its root: node d serves d + 2^k for each 2^k below its own lowest bit,
// the largest subtree first. Subtrees are ranges, so a reverse walk joins operands in the order of the nodes.
namespace binomial {

[[nodiscard]] constexpr int above(int distance) {
    return distance & (distance - 1);
}

// Of the steps 2^0, 2^1, ... those below our lowest bit that end inside the tree.
[[nodiscard]] constexpr int count(int size, int distance) {
    const int inside = std::bit_width(static_cast<unsigned>(size - 1 - distance));
    const int below = distance == 0 ? inside : std::countr_zero(static_cast<unsigned>(distance));
    return inside < below ? inside : below;
}

[[nodiscard]] constexpr int element(int size, int distance, int place) {
    return distance + (1 << (count(size, distance) - 1 - place));
}

} // namespace binomial

// Counted from the root, upward around the network.
template <class NetworkOfNodes>
class BinomialOrder {
  public:
    static constexpr std::string_view name = "binomial tree";
    static constexpr bool joins_in_order = true;

    constexpr BinomialOrder(NetworkOfNodes network, int node, int root)
        : network_(network), root_(root), distance_(distance_from_root(network.size(), node, root)) {}

    [[nodiscard]] constexpr int above() const {
        return distance_ == 0 ? nobody : node_at(binomial::above(distance_));
    }
    [[nodiscard]] constexpr int count() const { return binomial::count(network_.size(), distance_); }
    [[nodiscard]] constexpr int element(int place) const {
        return node_at(binomial::element(network_.size(), distance_, place));
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
