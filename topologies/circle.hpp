// The ring application topology, in which every node both sends and receives at each step (EPOS-MPI 3.1:
// Allgather, Alltoall).
#pragma once

#include "topologies/around.hpp"

namespace sartor::topologies {

// In step s, counted from 1, every node sends to the node s further around the circle: N - 1 steps. The
// sequence of each node is the linear one shifted by its own number (EPOS-MPI 3.2).
struct CircleSteps {
    static constexpr std::string_view name = "circle";
    [[nodiscard]] static constexpr int count(int size) { return size - 1; }
    [[nodiscard]] static constexpr int distance(int position) { return position + 1; }
};

using Circle = Sequence<Around<CircleSteps>>;
static_assert(Encounters<Circle>);

} // namespace sartor::topologies
