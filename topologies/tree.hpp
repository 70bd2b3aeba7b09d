// The tree application topology: who has received serves others, so that log2 N steps suffice (EPOS-MPI 3.1).
// Natural to operations that give all the same or join all into one: Bcast, Reduce.
#pragma once

#include <bit>
#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// The binomial tree. Nodes count from the root: node d serves d + 2^k for each 2^k below its own lowest bit,
// the largest subtree first. Subtrees are ranges, so a reverse walk joins operands in the order of the nodes.
class Tree : public Sequence<Tree> {
  public:
    static constexpr std::string_view name = "binomial tree";

    constexpr Tree(int size, int node, int root)
        : size_(size), root_(root), distance_(node >= root ? node - root : node - root + size) {}

    [[nodiscard]] constexpr int above() const {
        return distance_ == 0 ? nobody : node_at(distance_ & (distance_ - 1));
    }
    // Of the steps 2^0, 2^1, ... those below our lowest bit that end inside the tree.
    [[nodiscard]] constexpr int count() const {
        const int inside = std::bit_width(static_cast<unsigned>(size_ - 1 - distance_));
        const int below = distance_ == 0 ? inside : std::countr_zero(static_cast<unsigned>(distance_));
        return inside < below ? inside : below;
    }
    [[nodiscard]] constexpr int element(int place) const {
        return node_at(distance_ + (1 << (count() - 1 - place)));
    }

  private:
    [[nodiscard]] constexpr int node_at(int distance) const {
        const int node = root_ + distance;
        return node < size_ ? node : node - size_;
    }

    int size_;
    int root_;
    int distance_; // from the root, upward around the communicator
};

static_assert(ApplicationTopology<Tree>);

} // namespace sartor::topologies
