// Nodes of which only the number is known: no way between two of them is longer than another.
#pragma once

namespace sartor::topologies {

// What orders take in place of a network when distances don't matter to them.
class AllEqual {
  public:
    constexpr AllEqual(int size) : size_(size) {}
    [[nodiscard]] constexpr int size() const { return size_; }

  private:
    int size_;
};

} // namespace sartor::topologies
