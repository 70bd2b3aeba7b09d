// The linear sequence that begins behind the root. When the ranks are roots one after the other, the next
// root gets its part first and can go on while the others get theirs.
#pragma once

#include <string_view>

#include "aspects/order/reverse.hpp"
#include "aspects/order/shift.hpp"
#include "framework/weave.hpp"
#include "topologies/linear.hpp"

namespace sartor::topologies {

// In order root + 1, root + 2, ... N - 1, 0, ... root - 1.
class LinearOnwardOrder
    : public weave<LinearOrder<AllEqual>, aspect<aspects::Reversed>, aspect<aspects::ShiftByRoot>> {
    using Base = weave<LinearOrder<AllEqual>, aspect<aspects::Reversed>, aspect<aspects::ShiftByRoot>>;

  public:
    static constexpr std::string_view name = "linear, from the root on";
    using Base::Base;
};

using LinearOnward = Sequence<LinearOnwardOrder>;
static_assert(ApplicationTopology<LinearOnward>);

} // namespace sartor::topologies
