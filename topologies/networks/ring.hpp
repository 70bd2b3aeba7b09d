// A network of nodes in a ring: messages go the shorter way around (EPOS-MPI 3.1, figure 2), upwards when
// both are equal.
#pragma once

#include <string_view>

#include "aspects/order/ring.hpp"
#include "aspects/order/shift.hpp"
#include "framework/weave.hpp"
#include "topologies/network.hpp"

namespace sartor::topologies::networks {

// The diameter is size / 2. All functions take constant time.
class Ring : public NetworkDefaults<Ring> {
  public:
    static constexpr std::string_view name = "ring";
    using NetworkDefaults::NetworkDefaults;

    [[nodiscard]] constexpr int distance(int from, int to) const {
        const int upward = distance_from_root(size(), to, from);
        return upward <= size() - upward ? upward : size() - upward;
    }
    [[nodiscard]] constexpr int next(int from, int to) const {
        const int upward = distance_from_root(size(), to, from);
        const int step = upward <= size() - upward ? 1 : size() - 1;
        return (from + step) % size();
    }

    // Both ways around from the farthest node (EPOS-MPI figure 3).
    [[nodiscard]] constexpr auto linear(int node, int root) const {
        return Sequence<weave<LinearOrder<Ring>, aspect<aspects::RingOrder>, aspect<aspects::ShiftByRoot>>>(
            *this, node, root);
    }
};

static_assert(Network<Ring>);

} // namespace sartor::topologies::networks
