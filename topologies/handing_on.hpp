// A ring in which each node speaks with its neighbours only: what it receives from one side it hands on to
// the other in the next step.
#pragma once

#include "topologies/around.hpp"

namespace sartor::topologies {

struct HandingOnSteps {
    static constexpr std::string_view name = "handing on around the ring";
    [[nodiscard]] static constexpr int count(int size) { return size - 1; }
    [[nodiscard]] static constexpr int distance(int) { return 1; }
};

using HandingOn = Sequence<Around<HandingOnSteps>>;
static_assert(Encounters<HandingOn>);

} // namespace sartor::topologies
