// A ring in which each node communicates with its two neighbours only: what it receives from one it sends on
// to the other in the next step. N - 1 steps, each to the next higher node.
#pragma once

#include "topologies/around.hpp"

namespace sartor::topologies {

struct NeighbourRingSteps {
    static constexpr std::string_view name = "ring of neighbours";
    [[nodiscard]] static constexpr int count(int size) { return size - 1; }
    [[nodiscard]] static constexpr int distance(int) { return 1; }
};

using NeighbourRing = Sequence<Around<NeighbourRingSteps>>;
static_assert(Encounters<NeighbourRing>);

} // namespace sartor::topologies
