// A sequence that begins elsewhere (EPOS-MPI 3.2), so that nodes which go through it at the same time do not
// all communicate with the same node.
#pragma once

#include <string_view>

#include "aspects/order/order.hpp"

namespace sartor::aspects {

// Begins just below the root and goes once around: root - 1, root - 2, ... 0, N - 1, ... root + 1. With the
// own number as the root this is the order in which Alltoall has no hot spots.
template <Order Base>
class ShiftByRoot : public Base {
  public:
    static constexpr std::string_view name = "shifted by the root";
    static constexpr bool joins_in_order = false;
    using Base::Base;
    using Cursor = void; // steps of the base lead elsewhere

    [[nodiscard]] constexpr int element(int position) const {
        static_assert(
            requires(const Base& order) { order.network().size() - order.root(); },
            "an order that is shifted by its root has a root() and a network() with size()");
        const int count = Base::network().size() - 1;
        const int shifted = position + count - Base::root();
        return Base::element(shifted < count ? shifted : shifted - count);
    }
};

} // namespace sartor::aspects
