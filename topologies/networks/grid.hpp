// Meshes and tori of any number of dimensions. Messages go along one dimension after the other, the first
// one first.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "topologies/network.hpp"

namespace sartor::topologies {

// The binomial tree within each dimension: the root serves its line along dimension 0, each node of that
// line serves its own along dimension 1, and so on. Numbers grow fastest along the last dimension, so with
// root 0 the nodes of a subtree are numbered in a row. Functions take time proportional to the square of the
// number of dimensions.
template <class Grid>
class GridTreeOrder {
  public:
    static constexpr std::string_view name = "tree along each dimension";
    static constexpr bool joins_in_order = true;

    constexpr GridTreeOrder(const Grid& grid, int node, int root) : grid_(grid), node_(node), root_(root) {
        for (int axis = 0; axis < Grid::dimensions; ++axis)
            if (distance(axis) != 0) served_along_ = axis;
    }

    [[nodiscard]] constexpr int above() const {
        if (node_ == root_) return no_node;
        return moved(served_along_, binomial::above(distance(served_along_)));
    }
    [[nodiscard]] constexpr int count() const {
        int served = 0;
        for (int axis = served_along_; axis < Grid::dimensions; ++axis) served += count_along(axis);
        return served;
    }
    [[nodiscard]] constexpr int element(int position) const {
        int axis = served_along_;
        for (; position >= count_along(axis); ++axis) position -= count_along(axis);
        return moved(axis, binomial::element(grid_.extent(axis), distance(axis), position));
    }

  private:
    [[nodiscard]] constexpr int distance(int axis) const {
        return distance_from_root(grid_.extent(axis), grid_.coordinate(node_, axis),
                                  grid_.coordinate(root_, axis));
    }
    [[nodiscard]] constexpr int count_along(int axis) const {
        return binomial::count(grid_.extent(axis), distance(axis));
    }
    [[nodiscard]] constexpr int moved(int axis, int to_distance) const {
        return grid_.moved(node_, axis,
                           node_at_distance(grid_.extent(axis), to_distance, grid_.coordinate(root_, axis)));
    }

    Grid grid_;
    int node_;
    int root_;
    int served_along_ = 0; // the last dimension in which the node differs from the root
};

namespace networks {

// The line of a grid: distance and next node within one dimension.
struct Straight { // a line of a mesh ends at both sides
    static constexpr std::string_view name = "mesh";
    [[nodiscard]] static constexpr int distance(int, int from, int to) {
        return from < to ? to - from : from - to;
    }
    [[nodiscard]] static constexpr int next(int, int from, int to) { return from < to ? from + 1 : from - 1; }
};
struct Closed { // a line of a torus is a ring
    static constexpr std::string_view name = "torus";
    [[nodiscard]] static constexpr int distance(int extent, int from, int to) {
        const int upward = distance_from_root(extent, to, from);
        return upward <= extent - upward ? upward : extent - upward;
    }
    [[nodiscard]] static constexpr int next(int extent, int from, int to) {
        const int upward = distance_from_root(extent, to, from);
        return (from + (upward <= extent - upward ? 1 : extent - 1)) % extent;
    }
};

// Straight or Closed as `Line`. The product of the extents is the number of nodes. When only this number is
// given, above 0, extents are made as equal as its divisors allow: 12 nodes in two dimensions are 4 x 3, a
// prime number is one line. axis, coordinates: from 0 on.
template <int Dimensions, class Line>
class Grid : public NetworkDefaults<Grid<Dimensions, Line>> {
  public:
    static_assert(Dimensions > 0);
    static constexpr std::string_view name = Line::name;
    static constexpr int dimensions = Dimensions;
    using Extents = std::array<int, Dimensions>;

    explicit constexpr Grid(int size) : Grid(balanced(size)) {}
    explicit constexpr Grid(const Extents& extents)
        : NetworkDefaults<Grid>(product(extents)), extents_(extents) {}

    [[nodiscard]] constexpr int extent(int axis) const { return extents_[static_cast<std::size_t>(axis)]; }
    [[nodiscard]] constexpr int coordinate(int node, int axis) const {
        return node / stride(axis) % extent(axis);
    }
    // The node with another coordinate along one dimension.
    [[nodiscard]] constexpr int moved(int node, int axis, int coordinate) const {
        return node + (coordinate - this->coordinate(node, axis)) * stride(axis);
    }

    // In hops: the sum over the dimensions.
    [[nodiscard]] constexpr int distance(int from, int to) const {
        int hops = 0;
        for (int axis = 0; axis < dimensions; ++axis)
            hops += Line::distance(extent(axis), coordinate(from, axis), coordinate(to, axis));
        return hops;
    }
    // Routes go through the dimensions in order. Requires different nodes.
    [[nodiscard]] constexpr int next(int from, int to) const {
        int axis = 0;
        while (coordinate(from, axis) == coordinate(to, axis)) ++axis;
        return moved(from, axis, Line::next(extent(axis), coordinate(from, axis), coordinate(to, axis)));
    }

    [[nodiscard]] constexpr auto tree(int node, int root) const {
        return Sequence<GridTreeOrder<Grid>>(*this, node, root);
    }

  private:
    [[nodiscard]] constexpr int stride(int axis) const {
        int stride = 1;
        for (int inner = axis + 1; inner < dimensions; ++inner) stride *= extent(inner);
        return stride;
    }
    [[nodiscard]] static constexpr int product(const Extents& extents) {
        int nodes = 1;
        for (const int extent : extents) nodes *= extent;
        return nodes;
    }
    // Each extent is the least divisor whose power reaches what is left.
    [[nodiscard]] static constexpr Extents balanced(int nodes) {
        Extents extents{};
        for (int axis = 0; axis < dimensions; ++axis) {
            int extent = 1;
            while (nodes % extent != 0 || !reaches(extent, dimensions - axis, nodes)) ++extent;
            extents[static_cast<std::size_t>(axis)] = extent;
            nodes /= extent;
        }
        return extents;
    }
    [[nodiscard]] static constexpr bool reaches(int base, int exponent, int value) {
        long power = 1;
        for (; exponent > 0; --exponent) power *= base;
        return power >= value;
    }

    Extents extents_;
};

template <int Dimensions>
using Mesh = Grid<Dimensions, Straight>;
template <int Dimensions>
using Torus = Grid<Dimensions, Closed>;

static_assert(Network<Mesh<2>>);
static_assert(Network<Torus<3>>);

} // namespace networks

} // namespace sartor::topologies
