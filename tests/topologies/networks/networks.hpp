// The networks for which laws are tested, the star of CONTRIBUTING.md among them.
#pragma once

#include <gtest/gtest.h>

#include "topologies/networks/complete.hpp"
#include "topologies/networks/grid.hpp"
#include "topologies/networks/hypercube.hpp"
#include "topologies/networks/linear.hpp"
#include "topologies/networks/nested.hpp"
#include "topologies/networks/ring.hpp"
#include "topologies/networks/star.hpp"

namespace sartor::test {

// A star without an order of its own.
class PlainStar : public topologies::NetworkDefaults<PlainStar> {
  public:
    static constexpr std::string_view name = "plain star";
    using NetworkDefaults::NetworkDefaults;
    [[nodiscard]] static constexpr int distance(int from, int to) {
        return topologies::networks::Star::distance(from, to);
    }
    [[nodiscard]] static constexpr int next(int from, int to) {
        return topologies::networks::Star::next(from, to);
    }
};

namespace networks {
using namespace topologies::networks;
using All =
    testing::Types<Linear, Ring, Complete, Hypercube, Star, PlainStar, Mesh<1>, Mesh<2>, Mesh<3>, Torus<2>,
                   Torus<4>, Nested<Ring, Complete>, Nested<Torus<2>, Ring>, Nested<Star, PlainStar>,
                   Nested<Hypercube, Nested<Ring, Linear>>, Nested<Nested<Linear, Torus<2>>, Complete>>;
} // namespace networks

} // namespace sartor::test
