// A ring in which each node speaks with its neighbours only: what it receives from one side it hands on to
// the other in the next step.
#pragma once

#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

class HandingOnOrder {
  public:
    static constexpr std::string_view name = "handing on around the ring";

    constexpr HandingOnOrder(int size, int node) : size_(size), node_(node) {}

    [[nodiscard]] constexpr int count() const { return size_ - 1; }
    [[nodiscard]] constexpr Partners element(int) const {
        return {node_ + 1 < size_ ? node_ + 1 : 0, node_ > 0 ? node_ - 1 : size_ - 1};
    }

  private:
    int size_;
    int node_;
};

using HandingOn = Sequence<HandingOnOrder>;
static_assert(Encounters<HandingOn>);

} // namespace sartor::topologies
