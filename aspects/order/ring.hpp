// The ring order over a linear one (EPOS-MPI 3.1, figure 3): both ways around, the farthest first.
#pragma once

#include <string_view>

#include "aspects/order/order.hpp"

namespace sartor::aspects {

// Takes a sequence that goes once around the ring (see ShiftByRoot) from its middle outwards: the node in the
// middle is the farthest. Without the root the others are two ways of the ring; the longer one begins. Of 8
// nodes with root 1: 5, 6, 4, 7, 3, 8, 2.
template <Order Base>
class RingOrder : public Base {
  public:
    static constexpr std::string_view name = "ring";
    static constexpr bool joins_in_order = false;
    using Base::Base;
    using Cursor = void; // steps of the base lead elsewhere

    [[nodiscard]] constexpr int element(int position) const {
        const int middle = Base::count() / 2;
        const int outwards = (position + 1) / 2;
        return Base::element(position % 2 == 0 ? middle + outwards : middle - outwards);
    }
};

} // namespace sartor::aspects
