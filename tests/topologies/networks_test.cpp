// Laws of network topologies and of the containers that they supply, for each network at many sizes.
#include "topologies/network.hpp"

#include <algorithm>
#include <queue>
#include <vector>

#include <gtest/gtest.h>

#include "topologies/chain.hpp"
#include "topologies/k_ary.hpp"
#include "topologies/networks/complete.hpp"
#include "topologies/networks/grid.hpp"
#include "topologies/networks/hypercube.hpp"
#include "topologies/networks/linear.hpp"
#include "topologies/networks/nested.hpp"
#include "topologies/networks/placed.hpp"
#include "topologies/networks/ring.hpp"
#include "topologies/sequence_for.hpp"
#include "topologies/stored.hpp"

namespace {

using namespace sartor::topologies;
using networks::Nested;

std::vector<int> sizes() {
    std::vector<int> list{32, 33};
    for (int size = 1; size <= 17; ++size) list.push_back(size);
    return list;
}

template <class N>
class NetworkLaws : public testing::Test {};
using Networks = testing::Types<networks::Linear, networks::Ring, networks::Complete, networks::Hypercube,
                                networks::Mesh<1>, networks::Mesh<2>, networks::Mesh<3>, networks::Torus<2>,
                                networks::Torus<4>, Nested<networks::Ring, networks::Complete>,
                                Nested<networks::Torus<2>, networks::Ring>,
                                Nested<networks::Hypercube, Nested<networks::Ring, networks::Linear>>,
                                Nested<Nested<networks::Linear, networks::Torus<2>>, networks::Complete>>;
TYPED_TEST_SUITE(NetworkLaws, Networks);

template <class Container>
std::vector<int> elements(const Container& container) {
    std::vector<int> list;
    for (const int node : container) list.push_back(node);
    return list;
}

// Everybody but the root is served exactly once, by the node that it names as the one above it; following
// above() leads to the root.
template <class Make>
void expect_tree(int size, int root, Make make) {
    std::vector<int> server(static_cast<std::size_t>(size), nobody);
    for (int node = 0; node < size; ++node)
        for (const int served : make(node)) {
            ASSERT_GE(served, 0);
            ASSERT_LT(served, size);
            ASSERT_EQ(server[static_cast<std::size_t>(served)], nobody)
                << "size " << size << " root " << root;
            server[static_cast<std::size_t>(served)] = node;
        }
    ASSERT_EQ(server[static_cast<std::size_t>(root)], nobody);
    for (int node = 0; node < size; ++node) {
        ASSERT_EQ(make(node).above(), server[static_cast<std::size_t>(node)])
            << "size " << size << " root " << root << " node " << node;
        int at = node;
        for (int steps = 0; at != root; ++steps) {
            ASSERT_LT(steps, size) << "a circle above node " << node;
            at = server[static_cast<std::size_t>(at)];
        }
    }
}

template <class Container>
void expect_standard_iterators(const Container& container) {
    using iterator = decltype(container.begin());
    static_assert(std::bidirectional_iterator<iterator>);
    static_assert(std::ranges::common_range<const Container>);
    const std::vector<int> forward = elements(container);
    std::vector<int> backward;
    for (auto place = container.end(); place != container.begin();) backward.push_back(*--place);
    std::ranges::reverse(backward);
    ASSERT_EQ(forward, backward);
    iterator place = container.begin();
    for (const int node : forward) {
        const iterator copy = place;
        ASSERT_TRUE(copy == place);
        ASSERT_EQ(*place++, node);
        ASSERT_FALSE(copy == place);
        iterator back = place;
        ASSERT_TRUE(--back == copy);
    }
    ASSERT_TRUE(place == container.end());
}

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
            for (std::size_t place = 1; place < order.size(); ++place)
                ASSERT_GE(ring.distance(root, order[place - 1]), ring.distance(root, order[place]));
            if (size % 2 == 0) {
                using Woven =
                    sartor::weave<LinearOrder<networks::Ring>, sartor::aspect<sartor::aspects::FarthestFirst>,
                                  sartor::aspect<sartor::aspects::ShiftByRoot>>;
                ASSERT_EQ(order, elements(Sequence<Woven>(ring, root, root)));
            }
        }
}

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

// The MPPA-256's 16 clusters of 12 ranks, as LWMPI uses them: trees leave a cluster once.
TEST(Nested, EntersEachClusterOnce) {
    using Chip = Nested<networks::Torus<2>, networks::Complete>;
    const Chip chip(192, 12, networks::Torus<2>(16));
    for (const int root : {0, 5, 100, 191}) {
        int crossings = 0;
        for (int node = 0; node < 192; ++node)
            for (const int served : chip.tree(node, root))
                crossings += chip.cluster_of(node) != chip.cluster_of(served) ? 1 : 0;
        EXPECT_EQ(crossings, 15);
        expect_tree(192, root, [&](int node) { return chip.tree(node, root); });
        expect_tree(192, root, [&](int node) { return chip.linear(node, root); });
    }
}

// Who is in which cluster, as a machine's table says it.
class Table {
  public:
    explicit Table(std::vector<int> clusters) : of_(std::move(clusters)) {
        for (const int cluster : of_) count_ = std::max(count_, cluster + 1);
        for (int cluster = 0; cluster < count_; ++cluster) {
            first_.push_back(static_cast<int>(sorted_.size()));
            for (int node = 0; node < members(); ++node)
                if (cluster_of(node) == cluster) sorted_.push_back(node);
        }
        first_.push_back(members());
    }

    [[nodiscard]] int members() const { return static_cast<int>(of_.size()); }
    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] int size(int cluster) const { return first(cluster + 1) - first(cluster); }
    [[nodiscard]] int cluster_of(int node) const { return of_[static_cast<std::size_t>(node)]; }
    [[nodiscard]] int place_of(int node) const {
        return static_cast<int>(std::ranges::find(sorted_, node) - sorted_.begin()) - first(cluster_of(node));
    }
    [[nodiscard]] int member(int cluster, int place) const { return sorted(first(cluster) + place); }
    [[nodiscard]] int sorted(int index) const { return sorted_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] int first(int cluster) const { return first_[static_cast<std::size_t>(cluster)]; }

  private:
    std::vector<int> of_;
    std::vector<int> first_, sorted_;
    int count_ = 0;
};

template <class Outer>
void expect_placed(const Table& table, const Outer& outer) {
    const networks::Placed<Table, Outer> network(table, outer);
    for (int root = 0; root < table.members(); root += 1 + table.members() / 7) {
        int crossings = 0;
        for (int node = 0; node < table.members(); ++node)
            for (const int served : network.tree(node, root))
                crossings += table.cluster_of(node) != table.cluster_of(served) ? 1 : 0;
        EXPECT_EQ(crossings, table.count() - 1) << "each cluster is entered once";
        expect_tree(table.members(), root, [&](int node) { return network.tree(node, root); });
        expect_tree(table.members(), root, [&](int node) { return network.linear(node, root); });
        expect_standard_iterators(network.tree(root, root));
        expect_standard_iterators(network.linear(root, root));
    }
}

TEST(Placed, ServesEverybodyWhereverTheyAre) {
    for (const int size : {1, 2, 3, 5, 8, 16, 33})
        for (const int clusters : {1, 2, 4, 7}) {
            if (clusters > size) continue;
            std::vector<int> dealt, apart;
            for (int node = 0; node < size; ++node) dealt.push_back(node % clusters);
            for (int node = 0; node < size; ++node) // the first cluster has one node only
                apart.push_back(
                    node < clusters ? node : clusters - 1 - node * 7 % (clusters > 1 ? clusters - 1 : 1));
            expect_placed(Table(dealt), networks::Complete(clusters));
            expect_placed(Table(apart), networks::Torus<1>(clusters));
        }
    std::vector<int> compact;
    for (int node = 0; node < 192; ++node) compact.push_back(node / 12);
    expect_placed(Table(compact), networks::Torus<2>(16));
}

// Computed by the compiler, the same sequence behind bare pointers.
TEST(Stored, HoldsWhatTheSequenceHolds) {
    constexpr Stored<8> ring(networks::Ring(8).linear(0, 0));
    static_assert(std::contiguous_iterator<Stored<8>::iterator>);
    static_assert(*ring.begin() == 4 && ring.above() == nobody);
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
