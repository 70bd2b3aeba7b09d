// A network of nodes in a line, each connected with its neighbours.
#pragma once

#include <string_view>

#include "topologies/network.hpp"

namespace sartor::topologies::networks {

// The diameter is size - 1. All functions take constant time.
class Linear : public NetworkDefaults<Linear> {
  public:
    static constexpr std::string_view name = "linear";
    using NetworkDefaults::NetworkDefaults;

    [[nodiscard]] constexpr int distance(int from, int to) const { return from < to ? to - from : from - to; }
    [[nodiscard]] constexpr int next(int from, int to) const { return from < to ? from + 1 : from - 1; }

    // EPOS-MPI 3.1: "8, 7, 6, 5, 4, 3, 2, 1".
    [[nodiscard]] constexpr auto linear(int node, int root) const {
        return Sequence<LinearOrder<Linear>>(*this, node, root);
    }
};

static_assert(Network<Linear>);

} // namespace sartor::topologies::networks
