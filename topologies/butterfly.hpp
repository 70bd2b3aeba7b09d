// The dimensions of a hypercube one after the other: in each step nodes exchange in pairs. For recursive
// doubling, and in reverse order for recursive halving.
#pragma once

#include <bit>
#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// In step s node d exchanges with d xor 2^s, over the largest power of two that is not above the size: log2
// of it steps. Nodes beyond it have no steps; Pairs brings them in. Requires size > 0.
class ButterflyOrder {
  public:
    static constexpr std::string_view name = "butterfly";

    constexpr ButterflyOrder(int size, int node) : size_(size), node_(node) {}

    [[nodiscard]] constexpr int count() const {
        const int steps = static_cast<int>(std::bit_width(static_cast<unsigned>(size_))) - 1;
        return node_ < 1 << steps ? steps : 0;
    }
    [[nodiscard]] constexpr Partners element(int position) const {
        const int partner = node_ ^ 1 << position;
        return {partner, partner};
    }

  private:
    int size_;
    int node_;
};

using Butterfly = Sequence<ButterflyOrder>;
static_assert(Encounters<Butterfly>);

} // namespace sartor::topologies
