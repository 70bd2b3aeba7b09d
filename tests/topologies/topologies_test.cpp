// Laws of application topologies, for each of them, at every size, node and root.
#include "topologies/circle.hpp"
#include "topologies/linear.hpp"
#include "topologies/tree.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace sartor::topologies;

template <class T>
class TopologyLaws : public testing::Test {};
using Topologies = testing::Types<Linear, Tree>;
TYPED_TEST_SUITE(TopologyLaws, Topologies);

template <class T>
std::vector<int> below(const T& topology) {
    return {topology.begin(), topology.end()};
}

constexpr int most_nodes = 40;

// Everybody but the root is served exactly once, by the node that it names as the one above.
TYPED_TEST(TopologyLaws, EveryNodeIsServedOnceByTheOneAboveIt) {
    for (int size = 1; size <= most_nodes; ++size)
        for (int root = 0; root < size; ++root) {
            std::vector<int> server(static_cast<std::size_t>(size), no_node);
            for (int node = 0; node < size; ++node)
                for (const int served : below(TypeParam(size, node, root))) {
                    ASSERT_GE(served, 0);
                    ASSERT_LT(served, size);
                    ASSERT_EQ(server[static_cast<std::size_t>(served)], no_node) << size << ' ' << root;
                    server[static_cast<std::size_t>(served)] = node;
                }
            for (int node = 0; node < size; ++node)
                ASSERT_EQ(TypeParam(size, node, root).above(), server[static_cast<std::size_t>(node)])
                    << "size " << size << " root " << root << " node " << node;
            ASSERT_EQ(server[static_cast<std::size_t>(root)], no_node);
        }
}

TYPED_TEST(TopologyLaws, BackwardIsTheReverseOfForward) {
    for (int size = 1; size <= most_nodes; ++size)
        for (int node = 0; node < size; ++node) {
            const TypeParam topology(size, node, size / 2);
            std::vector<int> backward;
            for (auto position = topology.end(); position != topology.begin();)
                backward.push_back(*--position);
            std::reverse(backward.begin(), backward.end());
            ASSERT_EQ(backward, below(topology));
        }
}

TYPED_TEST(TopologyLaws, IteratorsAreThoseOfTheStandard) {
    static_assert(std::bidirectional_iterator<typename TypeParam::iterator>);
    static_assert(std::ranges::common_range<const TypeParam>);
}

// EPOS-MPI section 3.1: 8 nodes, root 1 (numbers from 1): "8, 7, 6, 5, 4, 3, 2".
TEST(Linear, GoesFromTheFarthestAsInThePaper) {
    std::vector<int> order;
    for (const int node : Linear(8, 0, 0)) order.push_back(node + 1);
    EXPECT_EQ(order, (std::vector<int>{8, 7, 6, 5, 4, 3, 2}));
}

// In each step of the circle nobody is sent to twice, and who sends to a node is whom it receives from; after
// all steps everybody has met everybody.
TEST(Circle, PairsAllNodesWithoutHotSpots) {
    for (int size = 1; size <= most_nodes; ++size) {
        std::vector<std::set<int>> met(static_cast<std::size_t>(size));
        for (int step = 0; step < Circle(size, 0).count(); ++step) {
            std::set<int> sent_to;
            for (int node = 0; node < size; ++node) {
                const Partners partners = Circle(size, node).element(step);
                ASSERT_TRUE(sent_to.insert(partners.to).second) << size << ' ' << step;
                ASSERT_EQ(Circle(size, partners.to).element(step).from, node);
                met[static_cast<std::size_t>(node)].insert(partners.to);
            }
        }
        for (int node = 0; node < size; ++node) {
            ASSERT_EQ(met[static_cast<std::size_t>(node)].size(), static_cast<std::size_t>(size - 1));
            ASSERT_FALSE(met[static_cast<std::size_t>(node)].contains(node));
        }
    }
}

// A tree of N nodes takes ceil(log2 N) steps: a node starts serving one step after it was served.
TEST(Tree, ServesAllInLogarithmicTime) {
    for (int size = 1; size <= 300; ++size) {
        std::vector<int> served_at(static_cast<std::size_t>(size), 0);
        int last = 0;
        for (int node = 0; node < size; ++node) { // root 0: nodes above come first
            int step = served_at[static_cast<std::size_t>(node)];
            for (const int served : Tree(size, node, 0)) {
                served_at[static_cast<std::size_t>(served)] = ++step;
                last = std::max(last, step);
            }
        }
        int logarithm = 0;
        while ((1 << logarithm) < size) ++logarithm;
        EXPECT_EQ(last, logarithm) << size;
    }
}

} // namespace
