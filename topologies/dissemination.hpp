// Steps of doubling distance around the circle: after ceil(log2 N) of them everybody has heard of everybody,
// for any N. Natural to barriers and to Bruck's patterns (IEEE TPDS 8(11), 1997).
#pragma once

#include <bit>
#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// In step s a node sends 2^s further around the circle.
class DisseminationOrder {
  public:
    static constexpr std::string_view name = "dissemination";

    constexpr DisseminationOrder(int size, int node) : size_(size), node_(node) {}

    [[nodiscard]] constexpr int count() const {
        return std::bit_width(static_cast<unsigned>(size_ - 1)); // ceil(log2 size)
    }
    [[nodiscard]] constexpr Partners element(int place) const {
        const int distance = 1 << place;
        const int to = node_ + distance;
        const int from = node_ - distance;
        return {to < size_ ? to : to - size_, from >= 0 ? from : from + size_};
    }

  private:
    int size_;
    int node_;
};

using Dissemination = Sequence<DisseminationOrder>;
static_assert(Encounters<Dissemination>);

} // namespace sartor::topologies
