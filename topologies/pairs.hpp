// Reduces the number of nodes to a power of two, so that a butterfly can run over those that are left.
#pragma once

#include <bit>
#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// With 2^k + r nodes, r < 2^k, the first 2r form pairs: each even node serves the odd one after it. The even
// nodes and those behind the pairs take part in what follows, under new numbers 0 ... 2^k - 1 in the same
// order. As pairs are neighbours, joined operands keep the order of the nodes. There is no single root:
// above() is no_node for all that are left.
class PairsOrder {
  public:
    static constexpr std::string_view name = "pairs";
    static constexpr bool joins_in_order = true;

    constexpr PairsOrder(int size, int node)
        : node_(node), paired_(2 * (size - static_cast<int>(std::bit_floor(static_cast<unsigned>(size))))) {}

    [[nodiscard]] constexpr int above() const {
        return node_ < paired_ && node_ % 2 == 1 ? node_ - 1 : no_node;
    }
    [[nodiscard]] constexpr int count() const { return node_ < paired_ && node_ % 2 == 0 ? 1 : 0; }
    [[nodiscard]] constexpr int element(int) const { return node_ + 1; }

    // The new number of this node; no_node for one that is served.
    [[nodiscard]] constexpr int number() const {
        if (node_ >= paired_) return node_ - paired_ / 2;
        return node_ % 2 == 0 ? node_ / 2 : no_node;
    }
    // The node with a new number.
    [[nodiscard]] constexpr int node_of(int number) const {
        return number < paired_ / 2 ? 2 * number : number + paired_ / 2;
    }

  private:
    int node_;
    int paired_;
};

using Pairs = Sequence<PairsOrder>;
static_assert(ApplicationTopology<Pairs>);

} // namespace sartor::topologies
