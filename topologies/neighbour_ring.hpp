// A ring in which each node speaks with its neighbours only: what it receives from one side it hands on to
// the other in the next step.
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
