// Aspects over orders and directions, where they have nothing to change: the calls are those of the base.
#include <vector>

#include <gtest/gtest.h>

#include "aspects/order/farthest_first.hpp"
#include "aspects/order/reverse.hpp"
#include "aspects/order/ring.hpp"
#include "aspects/order/shift.hpp"
#include "aspects/reduction.hpp"
#include "aspects/segmented.hpp"
#include "components/collective/interface/direction.hpp"
#include "framework/weave.hpp"
#include "topologies/chain.hpp"
#include "topologies/k_ary.hpp"
#include "topologies/linear.hpp"
#include "topologies/networks/complete.hpp"
#include "topologies/tree.hpp"

namespace {

using namespace sartor;
using Base = topologies::LinearOrder<topologies::networks::Complete>;

// An order without aspects is the order itself.
static_assert(std::is_same_v<weave<Base>, Base>);
static_assert(sizeof(weave<Base, aspect<aspects::Reversed>, aspect<aspects::ShiftByRoot>,
                           aspect<aspects::RingOrder>, aspect<aspects::FarthestFirst>>) == sizeof(Base));

template <class Order>
std::vector<int> nodes(int size, int root) {
    const topologies::Sequence<Order> sequence(topologies::networks::Complete(size), root, root);
    return {sequence.begin(), sequence.end()};
}

TEST(NeutralOrders, FarthestFirstWhereAllAreEquallyFar) {
    for (const int size : {1, 2, 3, 8, 17})
        for (int root = 0; root < size; ++root)
            EXPECT_EQ(nodes<aspects::FarthestFirst<Base>>(size, root), nodes<Base>(size, root))
                << size << " nodes, root " << root;
}

TEST(NeutralOrders, ReversedTwice) {
    for (const int size : {1, 2, 3, 8, 17})
        EXPECT_EQ(nodes<aspects::Reversed<aspects::Reversed<Base>>>(size, 0), nodes<Base>(size, 0)) << size;
}

// From the root down it goes once around: from node 0 that is where the base begins.
TEST(NeutralOrders, ShiftedByRootZero) {
    for (const int size : {1, 2, 3, 8, 17})
        EXPECT_EQ(nodes<aspects::ShiftByRoot<Base>>(size, 0), nodes<Base>(size, 0)) << size;
}

// ---- directions

struct Calls {
    std::vector<int> sent, received;
    bool operator==(const Calls&) const = default;
};
class Recording {
  public:
    explicit Recording(Calls& calls) : calls_(calls) {}
    void send(int node) { calls_.sent.push_back(node); }
    void receive(int node) { calls_.received.push_back(node); }

  private:
    Calls& calls_;
};

template <class Topology>
class NeutralDirections : public testing::Test {};
using Topologies =
    testing::Types<topologies::Linear, topologies::Tree, topologies::Chain, topologies::KAry<3>>;
TYPED_TEST_SUITE(NeutralDirections, Topologies);

template <class Direction, class Topology>
void expect_same_calls(int size, int node) {
    const Topology topology(size, node, size / 2);
    Calls plain, segmented, reduced;
    Recording recording(plain), in_segments(segmented);
    Direction::run(topology, recording);
    aspects::Segments one(100, 100);
    aspects::Segmented<Direction>::run(topology, in_segments, one);
    const auto nothing = [] {};
    aspects::Reduction<Recording, decltype(nothing)> joining(Recording(reduced), nothing);
    Direction::run(topology, joining);
    EXPECT_EQ(segmented, plain) << size << " nodes, node " << node;
    EXPECT_EQ(reduced, plain) << size << " nodes, node " << node;
}

TYPED_TEST(NeutralDirections, OneSegmentAndAnEmptyJoin) {
    for (const int size : {1, 2, 5, 16})
        for (int node = 0; node < size; ++node) {
            expect_same_calls<collective::Straight, TypeParam>(size, node);
            expect_same_calls<collective::Reverse, TypeParam>(size, node);
        }
}

} // namespace
