// A network of nodes connected with those whose number differs in one bit. A number of nodes that is no
// power of two gives an incomplete hypercube, which is connected all the same.
#pragma once

#include <bit>
#include <string_view>

#include "topologies/network.hpp"

namespace sartor::topologies {

// The tree in which each node is served by the next node on its own way to the root: every message takes one
// hop. Functions take time proportional to the number of dimensions.
template <class Cube>
class SpanningCubeOrder {
  public:
    static constexpr std::string_view name = "spanning tree of the hypercube";
    static constexpr bool joins_in_order = true;

    constexpr SpanningCubeOrder(Cube cube, int node, int root) : cube_(cube), node_(node), root_(root) {}

    [[nodiscard]] constexpr int above() const { return node_ == root_ ? no_node : cube_.next(node_, root_); }
    [[nodiscard]] constexpr int count() const {
        int served = 0;
        for (int bit = cube_.dimensions() - 1; bit >= 0; --bit) served += serves(bit) ? 1 : 0;
        return served;
    }
    [[nodiscard]] constexpr int element(int position) const {
        for (int bit = cube_.dimensions() - 1;; --bit)
            if (serves(bit) && position-- == 0) return node_ ^ 1 << bit;
    }

  private:
    [[nodiscard]] constexpr bool serves(int bit) const {
        const int neighbour = node_ ^ 1 << bit;
        return neighbour < cube_.size() && neighbour != root_ && cube_.next(neighbour, root_) == node_;
    }

    Cube cube_;
    int node_;
    int root_;
};

namespace networks {

// Satisfies Network for any size above 0. distance() and next() take constant time.
class Hypercube : public NetworkDefaults<Hypercube> {
  public:
    static constexpr std::string_view name = "hypercube";
    using NetworkDefaults::NetworkDefaults;

    [[nodiscard]] constexpr int dimensions() const {
        return std::bit_width(static_cast<unsigned>(size() - 1));
    }
    [[nodiscard]] static constexpr int distance(int from, int to) {
        return std::popcount(static_cast<unsigned>(from ^ to));
    }
    // Clears bits before it sets others: no node on the way has a number above both ends, so an incomplete
    // cube has all of them.
    [[nodiscard]] static constexpr int next(int from, int to) {
        const int surplus = from & ~to;
        const int missing = to & ~from;
        return surplus != 0 ? from & ~lowest_bit(surplus) : from | lowest_bit(missing);
    }

    [[nodiscard]] constexpr auto tree(int node, int root) const {
        return Sequence<SpanningCubeOrder<Hypercube>>(*this, node, root);
    }

  private:
    [[nodiscard]] static constexpr int lowest_bit(int bits) { return bits & -bits; }
};

static_assert(Network<Hypercube>);

} // namespace networks

} // namespace sartor::topologies
