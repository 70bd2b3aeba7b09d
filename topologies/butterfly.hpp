// The dimensions of a hypercube one after the other: in each step pairs of nodes meet. Natural to recursive
// doubling, and in reverse order to recursive halving.
#pragma once

#include <bit>
#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// Node d meets d xor 2^s in step s, over the largest power of two that is not above the size. Nodes beyond it
// meet nobody: see Pairs.
class ButterflyOrder {
  public:
    static constexpr std::string_view name = "butterfly";

    constexpr ButterflyOrder(int size, int node) : size_(size), node_(node) {}

    [[nodiscard]] constexpr int count() const {
        const int steps = std::bit_width(static_cast<unsigned>(size_)) - 1;
        return node_ < 1 << steps ? steps : 0;
    }
    [[nodiscard]] constexpr Partners element(int place) const {
        const int partner = node_ ^ 1 << place;
        return {partner, partner};
    }

  private:
    int size_;
    int node_;
};

using Butterfly = Sequence<ButterflyOrder>;
static_assert(Encounters<Butterfly>);

} // namespace sartor::topologies
