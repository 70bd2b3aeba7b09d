// The ring application topology, in which every node both sends and receives at each step (EPOS-MPI 3.1:
// Allgather, Alltoall).
#pragma once

#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// In step s every node sends to the node s further around the circle: nobody is sent to by two at once. The
// sequence of each node is the linear one shifted by its own number (EPOS-MPI 3.2).
class CircleOrder {
  public:
    static constexpr std::string_view name = "circle";

    constexpr CircleOrder(int size, int node) : size_(size), node_(node) {}

    [[nodiscard]] constexpr int count() const { return size_ - 1; }
    [[nodiscard]] constexpr Partners element(int place) const {
        const int distance = place + 1;
        const int to = node_ + distance;
        const int from = node_ - distance;
        return {to < size_ ? to : to - size_, from >= 0 ? from : from + size_};
    }

  private:
    int size_;
    int node_;
};

using Circle = Sequence<CircleOrder>;
static_assert(Encounters<Circle>);

} // namespace sartor::topologies
