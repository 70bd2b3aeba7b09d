// Nodes of which only the number is known: all are at the same distance from each other.
#pragma once

namespace sartor::topologies {

// Takes the place of a network in orders that do not depend on distances. Not a Network: it has no distances
// and no containers.
class AllEqual {
  public:
    constexpr AllEqual(int size) : size_(size) {}
    [[nodiscard]] constexpr int size() const { return size_; }

  private:
    int size_;
};

} // namespace sartor::topologies
