// The collectives along a network use the network's own orders, and are named after the orders that they use.
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "components/collective/algorithms/allgather_algorithms.hpp"
#include "components/collective/algorithms/allreduce.hpp"
#include "components/collective/algorithms/alltoall_algorithms.hpp"
#include "components/collective/algorithms/barrier.hpp"
#include "components/collective/algorithms/bcast_long.hpp"
#include "components/collective/algorithms/gather.hpp"
#include "components/collective/algorithms/reduce.hpp"
#include "tests/topologies/containers.hpp"
#include "tests/topologies/networks/networks.hpp"

namespace {

using namespace sartor::test;
namespace collective = sartor::collective;
namespace topologies = sartor::topologies;
using collective::Of;

struct Message {
    char way; // '>' sent, '<' received
    int node;
    bool operator==(const Message&) const = default;
};
using Messages = std::vector<Message>;

struct NoData {
    void* memory = nullptr;
    std::size_t bytes = 0;

    void copy_to(const NoData&) const {}
    void gather_to(void*) const {}
    [[nodiscard]] void* stretch() const { return memory; }
};

// Notes the messages of one rank; there are no others.
class Recorder {
  public:
    using Piece = NoData;
    struct Started {};

    Recorder(int size, int rank) : size_(size), rank_(rank) {}

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int size() const { return size_; }
    void send(int node, const Piece&) { messages.push_back({'>', node}); }
    void receive(int node, const Piece&) { messages.push_back({'<', node}); }
    void exchange(int to, const Piece& out, int from, const Piece& in) {
        send(to, out);
        receive(from, in);
    }
    void start(Started&, int node, const Piece& piece) { send(node, piece); }
    void finish(Started&) {}
    void out_of_memory(std::size_t) {}

    Messages messages;

  private:
    int size_;
    int rank_;
};

struct NoOperands {
    [[nodiscard]] static std::size_t count() { return 0; }
    [[nodiscard]] static std::size_t bytes() { return 0; }
    void load() {}
    [[nodiscard]] static NoData mine(std::size_t, std::size_t) { return {}; }
    [[nodiscard]] static NoData theirs(std::size_t, std::size_t) { return {}; }
    void join(std::size_t, std::size_t) {}
    void prepend(std::size_t, std::size_t) {}
    [[nodiscard]] static bool commutative() { return true; }
};

constexpr auto no_slices = [](int) { return NoData{}; };

// From the one above to those below, and the other way.
template <class Container>
Messages downward(const Container& container) {
    Messages expected;
    if (container.above() != topologies::no_node) expected.push_back({'<', container.above()});
    for (const int node : container) expected.push_back({'>', node});
    return expected;
}
template <class Container>
Messages upward(const Container& container) {
    Messages expected;
    for (auto position = container.end(); position != container.begin();)
        expected.push_back({'<', *--position});
    if (container.above() != topologies::no_node) expected.push_back({'>', container.above()});
    return expected;
}
template <class Container>
Messages to_all_and_from_all(const Container& container) {
    Messages expected;
    for (const char way : {'>', '<'})
        for (const int node : container) expected.push_back({way, node});
    return expected;
}
Messages then(Messages first, const Messages& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

template <class Run>
Messages recorded(int size, int rank, Run run) {
    Recorder interface(size, rank);
    run(interface);
    return interface.messages;
}

template <class Act>
void for_each_rank_and_root(Act act) {
    for (const int size : {1, 2, 3, 5, 8, 13, 16})
        for (int root = 0; root < size; ++root)
            for (int rank = 0; rank < size; ++rank) act(size, rank, root);
}

template <class N>
class OrdersInUse : public testing::Test {};
TYPED_TEST_SUITE(OrdersInUse, networks::All);

TYPED_TEST(OrdersInUse, BcastAndReduceGoAlongTheNetworksTree) {
    using Topologies = Of<TypeParam>;
    for_each_rank_and_root([](int size, int rank, int root) {
        const auto tree = TypeParam(size).tree(rank, root);
        const auto bcast = [&](auto algorithm) {
            return recorded(size, rank,
                            [&](Recorder& interface) { algorithm.run(interface, root, NoData{}); });
        };
        ASSERT_EQ(bcast(collective::bcast::Along<Topologies>()), downward(tree));
        ASSERT_EQ(bcast(collective::bcast::Immediately<Topologies>()), downward(tree));
        const auto reduce = [&](Recorder& interface) {
            NoOperands operands;
            collective::reduce::Along<Topologies>::run(interface, root, operands);
        };
        ASSERT_EQ(recorded(size, rank, reduce), upward(tree));
    });
}

TYPED_TEST(OrdersInUse, BarrierAndAllreduceGoUpAndDownTheNetworksTree) {
    using Topologies = Of<TypeParam>;
    for_each_rank_and_root([](int size, int rank, int) {
        const auto tree = TypeParam(size).tree(rank, 0);
        const Messages expected = then(upward(tree), downward(tree));
        ASSERT_EQ(recorded(size, rank, &collective::barrier::GatherBcast<Topologies>::template run<Recorder>),
                  expected);
        const auto allreduce = [](Recorder& interface) {
            NoOperands operands;
            collective::allreduce::Along<Topologies>::run(interface, operands);
        };
        ASSERT_EQ(recorded(size, rank, allreduce), expected);
    });
}

TYPED_TEST(OrdersInUse, GatherAndScatterGoAlongTheNetworksLinearSequence) {
    using Topologies = Of<TypeParam>;
    for_each_rank_and_root([](int size, int rank, int root) {
        const auto linear = TypeParam(size).linear(rank, root);
        const auto along = [&](auto direction) {
            return recorded(size, rank, [&](Recorder& interface) {
                collective::gather::Along<decltype(direction), Topologies>::run(interface, root, no_slices,
                                                                                NoData{});
            });
        };
        ASSERT_EQ(along(collective::Straight()), downward(linear));
        ASSERT_EQ(along(collective::Reverse()), upward(linear));
    });
}

TYPED_TEST(OrdersInUse, AllgatherAndAlltoallGoAlongEachRanksLinearSequence) {
    using Topologies = Of<TypeParam>;
    for_each_rank_and_root([](int size, int rank, int) {
        const Messages expected = to_all_and_from_all(TypeParam(size).linear(rank, rank));
        ASSERT_EQ(recorded(size, rank,
                           [](Recorder& interface) {
                               collective::allgather::Along<Topologies>::run(interface, NoData{}, no_slices);
                           }),
                  expected);
        ASSERT_EQ(recorded(size, rank,
                           [](Recorder& interface) {
                               collective::alltoall::Along<Topologies>::run(interface, no_slices, no_slices);
                           }),
                  expected);
    });
}

// Whether a network defines an order is seen by its class; the name of the algorithm says the same.
template <class N>
constexpr bool defines_tree = !topologies::ByDefault<decltype(N(1).tree(0, 0))>;
template <class N>
constexpr bool defines_linear = !topologies::ByDefault<decltype(N(1).linear(0, 0))>;

TYPED_TEST(OrdersInUse, AlgorithmsAreNamedAfterTheNetworkIfItDefinesTheOrder) {
    using Topologies = Of<TypeParam>;
    EXPECT_EQ(collective::bcast::Along<Topologies>::name == TypeParam::name, defines_tree<TypeParam>);
    EXPECT_EQ(collective::reduce::Along<Topologies>::name == TypeParam::name, defines_tree<TypeParam>);
    EXPECT_EQ((collective::gather::Along<collective::Reverse, Topologies>::name == TypeParam::name),
              defines_linear<TypeParam>);
    EXPECT_EQ(collective::alltoall::Along<Topologies>::name == TypeParam::name, defines_linear<TypeParam>);
}

static_assert(defines_tree<networks::Hypercube> && defines_tree<networks::Torus<3>>);
static_assert(defines_tree<networks::Star> && !defines_tree<PlainStar> && !defines_tree<networks::Ring>);
static_assert(defines_linear<networks::Ring> && !defines_linear<networks::Star>);

TEST(DefaultOrders, SayWhoseDefaultsTheyAre) {
    EXPECT_EQ(collective::tree_name<Of<networks::Ring>>, "binomial tree (default of ring)");
    EXPECT_EQ(collective::tree_name<Of<networks::Star>>, "star");
    EXPECT_EQ(collective::linear_name<Of<networks::Star>>, "farthest first (default of star)");
    EXPECT_EQ(collective::linear_name<Of<networks::Ring>>, "ring");
    EXPECT_EQ(collective::tree_name<collective::Only<topologies::Tree>>, "binomial tree");
}

// The binomial tree has the same messages, marked or not.
TEST(DefaultOrders, AreOnlyMarked) {
    for_each_rank_and_root([](int size, int rank, int root) {
        const auto marked = PlainStar(size).tree(rank, root);
        const topologies::Tree tree(size, rank, root);
        ASSERT_EQ(downward(marked), downward(tree));
        static_assert(topologies::keeps_order<decltype(marked)> && topologies::keeps_order<decltype(tree)>);
    });
}

// Every message goes by way of node 0.
TEST(Star, ServesFromTheMiddle) {
    EXPECT_EQ(elements(networks::Star(6).tree(0, 0)), (std::vector<int>{5, 4, 3, 2, 1}));
    EXPECT_EQ(elements(networks::Star(6).tree(3, 3)), (std::vector<int>{0}));
    EXPECT_EQ(elements(networks::Star(6).tree(0, 3)), (std::vector<int>{5, 4, 2, 1}));
    for_each_rank_and_root([](int size, int rank, int root) {
        for (const int served : networks::Star(size).tree(rank, root))
            ASSERT_EQ(networks::Star::distance(rank, served), 1);
    });
}

} // namespace
