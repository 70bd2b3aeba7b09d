// Orders around a circle of all nodes: in each step every node sends as far in one direction as it receives
// from in the other, so that no node receives from two at once.
#pragma once

#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// Requires: Steps::count(size) is the number of steps among `size` nodes, Steps::distance(step) how far each
// goes, from 1 to size - 1; Steps::name. `node` is one of 0 ... size - 1. An element takes constant time.
template <class Steps>
class Around {
  public:
    static constexpr std::string_view name = Steps::name;

    constexpr Around(int size, int node) : size_(size), node_(node) {}

    [[nodiscard]] constexpr int count() const { return Steps::count(size_); }
    [[nodiscard]] constexpr Partners element(int position) const {
        const int distance = Steps::distance(position);
        const int to = node_ + distance;
        const int from = node_ - distance;
        return {to < size_ ? to : to - size_, from >= 0 ? from : from + size_};
    }

  private:
    int size_;
    int node_;
};

} // namespace sartor::topologies
