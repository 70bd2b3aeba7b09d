// Laws of network topologies and of the containers that they supply, for each network at many sizes.
#include "topologies/network.hpp"

#include <algorithm>
#include <queue>
#include <vector>

#include <gtest/gtest.h>

#include "tests/topologies/containers.hpp"
#include "tests/topologies/networks/networks.hpp"
#include "topologies/chain.hpp"
#include "topologies/k_ary.hpp"
#include "topologies/sequence_for.hpp"
#include "topologies/stored.hpp"

namespace {

using namespace sartor::topologies;
using namespace sartor::test;
namespace networks = sartor::test::networks;

template <class N>
class NetworkLaws : public testing::Test {};
TYPED_TEST_SUITE(NetworkLaws, networks::All);

TYPED_TEST(NetworkLaws, BothContainersReachEveryNodeOnce) {
    for (const int size : sizes()) {
        const TypeParam network(size);
        ASSERT_EQ(network.size(), size);
        for (int root = 0; root < size; ++root) {
            expect_tree(size, root, [&](int node) { return network.linear(node, root); });
            expect_tree(size, root, [&](int node) { return network.tree(node, root); });
        }
    }
}

TYPED_TEST(NetworkLaws, IteratorsAreThoseOfTheStandard) {
    for (const int size : sizes()) {
        const TypeParam network(size);
        for (int node = 0; node < size; ++node) {
            expect_standard_iterators(network.linear(node, node));
            expect_standard_iterators(network.tree(node, size / 2));
        }
    }
}

// A route has as many hops as the distance says, each of them shortens the way by one, and the way back is as
// long.
TYPED_TEST(NetworkLaws, RoutesAreAsLongAsTheDistance) {
    for (const int size : sizes()) {
        const TypeParam network(size);
        for (int from = 0; from < size; ++from)
            for (int to = 0; to < size; ++to) {
                int left = network.distance(from, to);
                ASSERT_EQ(left, network.distance(to, from));
                for (const int node : Route(network, from, to)) ASSERT_EQ(network.distance(node, to), --left);
                ASSERT_EQ(left, 0) << size << ": " << from << " to " << to;
            }
    }
}

// Distances are the shortest ways over links, which are what is one hop apart.
TYPED_TEST(NetworkLaws, DistancesAreShortestWays) {
    for (const int size : {2, 7, 12, 16, 33}) {
        const TypeParam network(size);
        for (int from = 0; from < size; ++from) {
            std::vector<int> hops(static_cast<std::size_t>(size), -1);
            std::queue<int> reached({from});
            hops[static_cast<std::size_t>(from)] = 0;
            for (; !reached.empty(); reached.pop())
                for (int node = 0; node < size; ++node)
                    if (network.distance(reached.front(), node) == 1 &&
                        hops[static_cast<std::size_t>(node)] < 0) {
                        hops[static_cast<std::size_t>(node)] =
                            hops[static_cast<std::size_t>(reached.front())] + 1;
                        reached.push(node);
                    }
            for (int to = 0; to < size; ++to)
                ASSERT_EQ(network.distance(from, to), hops[static_cast<std::size_t>(to)]);
        }
    }
}

// What each application asks of each network is still a walk that meets every node once.
TYPED_TEST(NetworkLaws, ApplicationsReachEveryNodeOnEveryNetwork) {
    for (const int size : {1, 2, 5, 8, 17}) {
        const TypeParam network(size);
        for (int root = 0; root < size; ++root) {
            expect_tree(size, root,
                        [&](int node) { return sequence_for<application::Linear>(network, node, root); });
            expect_tree(size, root,
                        [&](int node) { return sequence_for<application::Ring>(network, node, root); });
            expect_tree(size, root,
                        [&](int node) { return sequence_for<application::Shifted>(network, node, root); });
            expect_tree(size, root, [&](int node) {
                return sequence_for<application::NearestFirst>(network, node, root);
            });
            expect_tree(size, root,
                        [&](int node) { return sequence_for<application::Tree>(network, node, root); });
        }
    }
}

// The paper counts nodes from 1.
std::vector<int> in_the_papers_numbers(std::vector<int> nodes) {
    for (int& node : nodes) ++node;
    return nodes;
}

// EPOS-MPI 3.1, figure 3: "5, 6, 4, 7, 3, 8, 2".
TEST(Ring, ScattersFromNode1AsInThePaper) {
    constexpr networks::Ring ring(8);
    EXPECT_EQ(in_the_papers_numbers(elements(ring.linear(0, 0))), (std::vector<int>{5, 6, 4, 7, 3, 8, 2}));
    static_assert(*networks::Ring(8).linear(0, 0).begin() + 1 == 5);
}

// EPOS-MPI 3.1: "If the topology is linear, the messages would be sent in the order: 8, 7, 6, 5, 4, 3, 2, 1".
TEST(LinearNetwork, ScattersDownwardsAsInThePaper) {
    EXPECT_EQ(in_the_papers_numbers(elements(networks::Linear(8).linear(0, 0))),
              (std::vector<int>{8, 7, 6, 5, 4, 3, 2}));
    EXPECT_EQ(in_the_papers_numbers(elements(networks::Linear(8).linear(3, 3))),
              (std::vector<int>{8, 7, 6, 5, 3, 2, 1}));
}

// EPOS-MPI figure 2: from 7 to 2 over 8 and 1, 3 hops and not 5.
TEST(Ring, RoutesTheShorterWayAsInThePaper) {
    constexpr networks::Ring ring(8);
    static_assert(ring.distance(7 - 1, 2 - 1) == 3);
    std::vector<int> route;
    for (const int node : Route(ring, 7 - 1, 2 - 1)) route.push_back(node);
    EXPECT_EQ(in_the_papers_numbers(route), (std::vector<int>{8, 1, 2}));
}

// The ring order is the order by distance: the same sequence comes from two different weavings.
TEST(Ring, IsFarthestFirst) {
    for (const int size : sizes())
        for (int root = 0; root < size; ++root) {
            const networks::Ring ring(size);
            const std::vector<int> order = elements(ring.linear(root, root));
            for (std::size_t position = 1; position < order.size(); ++position)
                ASSERT_GE(ring.distance(root, order[position - 1]), ring.distance(root, order[position]));
            if (size % 2 == 0) {
                using Woven =
                    sartor::weave<LinearOrder<networks::Ring>, sartor::aspect<sartor::aspects::FarthestFirst>,
                                  sartor::aspect<sartor::aspects::ShiftByRoot>>;
                ASSERT_EQ(order, elements(Sequence<Woven>(ring, root, root)));
            }
        }
}

// A message of a hypercube's tree, and one within a line of a grid's, does not travel further than it must.
TEST(HypercubeTree, TakesOneHopForEachMessage) {
    for (const int size : sizes())
        for (int root = 0; root < size; ++root)
            for (int node = 0; node < size; ++node)
                for (const int served : networks::Hypercube(size).tree(node, root))
                    ASSERT_EQ(networks::Hypercube::distance(node, served), 1);
}

TEST(Grid, ChoosesExtentsAsEqualAsItsDivisorsAllow) {
    const networks::Mesh<2> twelve(12);
    EXPECT_EQ(twelve.extent(0), 4);
    EXPECT_EQ(twelve.extent(1), 3);
    const networks::Torus<3> prime(13);
    EXPECT_EQ(prime.extent(0), 13);
    EXPECT_EQ(prime.extent(2), 1);
}

// Computed by the compiler, the same sequence behind bare pointers.
TEST(Stored, HoldsWhatTheSequenceHolds) {
    constexpr Stored<8> ring(networks::Ring(8).linear(0, 0));
    static_assert(std::contiguous_iterator<Stored<8>::iterator>);
    static_assert(*ring.begin() == 4 && ring.above() == no_node);
    EXPECT_EQ(elements(ring), elements(networks::Ring(8).linear(0, 0)));
}

template <class T>
class ApplicationLaws : public testing::Test {};
using Applications =
    testing::Types<sartor::topologies::Linear, sartor::topologies::Tree, Chain, KAry<2>, KAry<4>, KAry<7>>;
TYPED_TEST_SUITE(ApplicationLaws, Applications);

TYPED_TEST(ApplicationLaws, ReachEveryNodeOnceWithStandardIterators) {
    for (const int size : sizes())
        for (int root = 0; root < size; ++root) {
            expect_tree(size, root, [&](int node) { return TypeParam(size, node, root); });
            expect_standard_iterators(TypeParam(size, 0, root));
        }
}

} // namespace
