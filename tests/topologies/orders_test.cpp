// Orders over the sequence of a network: what applications weave, and what aspects do to it.
#include <vector>

#include <gtest/gtest.h>

#include "tests/topologies/containers.hpp"
#include "topologies/linear_onward.hpp"
#include "topologies/networks/hypercube.hpp"
#include "topologies/networks/ring.hpp"
#include "topologies/sequence_for.hpp"

namespace {

using namespace sartor::topologies;
using namespace sartor::test;

// EPOS-MPI 3.2: the ring aspect over the linear sequence of a hypercube; and a sequence of the application's
// own where one is defined for the pair.
struct RingOfTwo : networks::Hypercube {
    using Hypercube::Hypercube;
};

} // namespace

template <>
struct sartor::topologies::DefinedSequence<sartor::topologies::application::Ring, RingOfTwo> {
    static constexpr auto make(const RingOfTwo& network, int node, int root) {
        return Sequence<LinearOrder<RingOfTwo>>(network, node, root);
    }
};

namespace {

TEST(SequenceFor, WeavesTheApplicationsAspectsOverTheNetworksSequence) {
    const networks::Hypercube cube(8);
    EXPECT_EQ(elements(cube.linear(0, 0)), (std::vector<int>{7, 6, 5, 3, 4, 2, 1}));
    EXPECT_EQ(elements(sequence_for<application::Ring>(cube, 0, 0)),
              (std::vector<int>{3, 5, 4, 6, 2, 7, 1})); // from the middle outwards
    EXPECT_EQ(elements(sequence_for<application::NearestFirst>(cube, 0, 0)),
              (std::vector<int>{1, 2, 4, 3, 5, 6, 7}));
}

TEST(SequenceFor, PrefersTheSequenceDefinedForThePair) {
    EXPECT_EQ(elements(sequence_for<application::Ring>(RingOfTwo(8), 0, 0)),
              (std::vector<int>{7, 6, 5, 4, 3, 2, 1}));
}

// None, one, two, three and four aspects over the same sequence.
TEST(Orders, ComposeInAnyNumber) {
    using namespace sartor::aspects;
    using Base = LinearOrder<networks::Ring>;
    const networks::Ring ring(6);
    const auto order = [&](auto sequence) { return elements(sequence); };
    EXPECT_EQ(order(Sequence<Base>(ring, 2, 2)), (std::vector<int>{5, 4, 3, 1, 0}));
    EXPECT_EQ(order(Sequence<ShiftByRoot<Base>>(ring, 2, 2)), (std::vector<int>{1, 0, 5, 4, 3}));
    EXPECT_EQ(order(Sequence<RingOrder<ShiftByRoot<Base>>>(ring, 2, 2)), (std::vector<int>{5, 0, 4, 1, 3}));
    EXPECT_EQ(order(Sequence<Reversed<RingOrder<ShiftByRoot<Base>>>>(ring, 2, 2)),
              (std::vector<int>{3, 1, 4, 0, 5}));
    EXPECT_EQ(order(Sequence<FarthestFirst<Reversed<RingOrder<ShiftByRoot<Base>>>>>(ring, 2, 2)),
              (std::vector<int>{5, 4, 0, 3, 1}));
}

// All nodes send at once, each from the sequence shifted by its own number: in no step do two meet at one.
TEST(LinearOnward, BeginsBehindTheRootAndGoesAround) {
    for (const int size : {1, 2, 3, 5, 8, 16})
        for (int root = 0; root < size; ++root) {
            std::vector<int> expected;
            for (int step = 1; step < size; ++step) expected.push_back((root + step) % size);
            EXPECT_EQ(elements(LinearOnward(size, root, root)), expected) << size << " nodes, root " << root;
            for (int node = 0; node < size; ++node)
                if (node != root) {
                    EXPECT_EQ(LinearOnward(size, node, root).above(), root);
                }
        }
}

TEST(ShiftByRoot, LeavesNoHotSpots) {
    for (const int size : sizes())
        for (int step = 0; step < size - 1; ++step) {
            std::vector<bool> met(static_cast<std::size_t>(size));
            for (int node = 0; node < size; ++node) {
                const int partner =
                    Sequence<sartor::aspects::ShiftByRoot<LinearOrder<AllEqual>>>(size, node, node)
                        .element(step);
                ASSERT_FALSE(met[static_cast<std::size_t>(partner)]);
                met[static_cast<std::size_t>(partner)] = true;
            }
        }
}

} // namespace
