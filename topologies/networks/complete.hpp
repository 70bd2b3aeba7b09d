// A network in which every node is connected with every other: the order of messages makes no difference to
// it, so its linear sequence goes by numbers.
#pragma once

#include <string_view>

#include "topologies/network.hpp"

namespace sartor::topologies::networks {

// Distances are 1; all functions take constant time.
class Complete : public NetworkDefaults<Complete> {
  public:
    static constexpr std::string_view name = "complete";
    using NetworkDefaults::NetworkDefaults;

    [[nodiscard]] static constexpr int distance(int from, int to) { return from == to ? 0 : 1; }
    [[nodiscard]] static constexpr int next(int, int to) { return to; }

    [[nodiscard]] constexpr auto linear(int node, int root) const {
        return Sequence<LinearOrder<Complete>>(*this, node, root);
    }
};

static_assert(Network<Complete>);

} // namespace sartor::topologies::networks
