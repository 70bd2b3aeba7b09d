// Steps of doubling distance around the circle: after ceil(log2 N) of them each node has got something of
// every other, for any N. For barriers and Bruck's patterns (IEEE TPDS 8(11), 1997).
#pragma once

#include <bit>

#include "topologies/around.hpp"

namespace sartor::topologies {

// In step s, counted from 0, a node sends to the node 2^s further around the circle.
struct DisseminationSteps {
    static constexpr std::string_view name = "dissemination";
    [[nodiscard]] static constexpr int count(int size) {
        return static_cast<int>(std::bit_width(static_cast<unsigned>(size - 1))); // ceil(log2 size)
    }
    [[nodiscard]] static constexpr int distance(int position) { return 1 << position; }
};

using Dissemination = Sequence<Around<DisseminationSteps>>;
static_assert(Encounters<Dissemination>);

} // namespace sartor::topologies
