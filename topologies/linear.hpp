// The linear application topology: the root speaks with all others, one after the other (EPOS-MPI 3.1).
// Natural to operations whose root is a bottleneck: Scatter, Gather.
#pragma once

#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// From the farthest to the nearest: of 8 nodes with root 1 (the paper's numbers) 8, 7, 6, 5, 4, 3, 2.
class Linear : public Sequence<Linear> {
  public:
    static constexpr std::string_view name = "linear";

    constexpr Linear(int size, int node, int root) : size_(size), node_(node), root_(root) {}

    [[nodiscard]] constexpr int above() const { return node_ == root_ ? nobody : root_; }
    [[nodiscard]] constexpr int count() const { return node_ == root_ ? size_ - 1 : 0; }
    [[nodiscard]] constexpr int element(int place) const {
        const int node = size_ - 1 - place;
        return node > root_ ? node : node - 1;
    }

  private:
    int size_;
    int node_;
    int root_;
};

static_assert(ApplicationTopology<Linear>);

} // namespace sartor::topologies
