// Laws of topologies in which every node both sends and receives at each step.
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "topologies/butterfly.hpp"
#include "topologies/circle.hpp"
#include "topologies/dissemination.hpp"
#include "topologies/neighbour_ring.hpp"
#include "topologies/pairs.hpp"

namespace {

using namespace sartor::topologies;

constexpr int most_nodes = 70;

template <class T>
class EncounterLaws : public testing::Test {};
using AllEncounters = testing::Types<Circle, NeighbourRing, Dissemination>;
TYPED_TEST_SUITE(EncounterLaws, AllEncounters);

// In each step nobody is sent to twice, and who sends to a node is whom it receives from.
TYPED_TEST(EncounterLaws, EachStepPairsSendersAndReceivers) {
    for (int size = 1; size <= most_nodes; ++size)
        for (int step = 0; step < TypeParam(size, 0).count(); ++step) {
            std::set<int> sent_to;
            for (int node = 0; node < size; ++node) {
                const Partners partners = TypeParam(size, node).element(step);
                ASSERT_TRUE(sent_to.insert(partners.to).second) << size << ' ' << step;
                ASSERT_EQ(TypeParam(size, partners.to).element(step).from, node);
            }
        }
}

// When everybody hands on all that it knows, everybody knows of everybody at the end.
TYPED_TEST(EncounterLaws, EverybodyHearsOfEverybody) {
    for (int size = 1; size <= most_nodes; ++size) {
        std::vector<std::set<int>> known(static_cast<std::size_t>(size));
        for (int node = 0; node < size; ++node) known[static_cast<std::size_t>(node)] = {node};
        for (int step = 0; step < TypeParam(size, 0).count(); ++step) {
            const auto before = known;
            for (int node = 0; node < size; ++node) {
                const int from = TypeParam(size, node).element(step).from;
                known[static_cast<std::size_t>(node)].insert(before[static_cast<std::size_t>(from)].begin(),
                                                             before[static_cast<std::size_t>(from)].end());
            }
        }
        for (const auto& one : known) ASSERT_EQ(one.size(), static_cast<std::size_t>(size));
    }
}

TEST(Dissemination, TakesLogarithmicallyManySteps) {
    int logarithm = 0;
    for (int size = 1; size <= most_nodes; ++size) {
        while ((1 << logarithm) < size) ++logarithm;
        EXPECT_EQ(Dissemination(size, 0).count(), logarithm);
    }
}

TEST(Butterfly, PairsNodesOfTheLargestPowerOfTwo) {
    for (int size = 1; size <= most_nodes; ++size)
        for (int node = 0; node < size; ++node) {
            int step = 0;
            for (const Partners partners : Butterfly(size, node)) {
                ASSERT_EQ(partners.to, partners.from);
                ASSERT_EQ(partners.to ^ node, 1 << step++);
                ASSERT_LT(partners.to, size);
            }
        }
}

// What is left over after the pairs is a power of two, numbered in the order of the nodes.
TEST(Pairs, LeaveAPowerOfTwoInOrder) {
    for (int size = 1; size <= most_nodes; ++size) {
        int left = 0;
        for (int node = 0; node < size; ++node) {
            const Pairs pairs(size, node);
            if (pairs.above() != no_node) {
                ASSERT_EQ(pairs.above(), node - 1);
                ASSERT_EQ(pairs.number(), no_node);
                ASSERT_EQ(*Pairs(size, node - 1).begin(), node);
                continue;
            }
            ASSERT_EQ(pairs.number(), left);
            ASSERT_EQ(pairs.node_of(left++), node);
        }
        ASSERT_EQ(left & (left - 1), 0);
        ASSERT_LE(left, size);
        ASSERT_GT(2 * left, size);
    }
}

} // namespace
