// A sequence from its end.
#pragma once

#include <string_view>

#include "aspects/order/order.hpp"

namespace sartor::aspects {

template <Order Base>
class Reversed : public Base {
  public:
    static constexpr std::string_view name = "reversed";
    static constexpr bool joins_in_order = false;
    using Base::Base;
    using Cursor = void; // steps of the base lead elsewhere

    [[nodiscard]] constexpr auto element(int position) const {
        return Base::element(Base::count() - 1 - position);
    }
};

} // namespace sartor::aspects
