// Every algorithm that moves data against a sequential oracle.
#include "tests/components/collective/cases.hpp"

#include "components/collective/algorithms/allgather_algorithms.hpp"
#include "components/collective/algorithms/alltoall_algorithms.hpp"
#include "components/collective/algorithms/alltoall_clusters.hpp"
#include "components/collective/algorithms/barrier.hpp"
#include "components/collective/algorithms/bcast_long.hpp"
#include "components/collective/algorithms/through_clusters.hpp"
#include "components/collective/shared/all_to_all.hpp"
#include "components/collective/shared/bcast.hpp"
#include "components/collective/shared/gather.hpp"
#include "tests/components/collective/in_clusters.hpp"
#include "topologies/k_ary.hpp"
#include "topologies/networks/hypercube.hpp"
#include "topologies/networks/linear.hpp"
#include "topologies/networks/ring.hpp"

namespace {

using namespace sartor::test_collective;

template <class T>
class BcastLaws : public testing::Test {};
using Bcasts = testing::Types<bcast::Along<Tree>, bcast::Along<Chain>, bcast::Along<Only<topologies::Linear>>,
                              bcast::Along<Only<topologies::KAry<3>>>, bcast::Along<Of<networks::Ring>>,
                              bcast::Along<Of<networks::Mesh<2>>>, bcast::Along<Of<networks::Hypercube>>,
                              bcast::Along<Clusters>, bcast::Immediately<Tree>, bcast::Pipelined<Chain, 1000>,
                              bcast::Pipelined<Tree, 4096>, bcast::ScatterAllgather, bcast::Shared,
                              InClusters<bcast::Along<Nested>, 2>, InClusters<bcast::Along<Nested>, 3>>;
TYPED_TEST_SUITE(BcastLaws, Bcasts);
TYPED_TEST(BcastLaws, GiveAllWhatTheRootHas) {
    on_all_counts([](Context& context) {
        const Case& numbers = context.numbers;
        auto data = data_of(context.rank, numbers.count);
        TypeParam::run(context.messages, numbers.root, piece(data));
        context.expect_equal(data, data_of(numbers.root, numbers.count));
    });
}

template <class T>
class BarrierLaws : public testing::Test {};
using Barriers = testing::Types<barrier::GatherBcast<Tree>, barrier::GatherBcast<Of<networks::Ring>>,
                                barrier::GatherBcast<Clusters>, barrier::Disseminating,
                                InClusters<barrier::ThroughClusters, 2>,
                                InClusters<barrier::ThroughClusters, 3>, barrier::ThroughClusters>;
TYPED_TEST_SUITE(BarrierLaws, Barriers);
TYPED_TEST(BarrierLaws, LetNobodyGoBeforeAllHaveCome) {
    static std::atomic<int> entered;
    on_all_counts([](Context& context) {
        const int size = context.numbers.size;
        if (context.rank == 0) entered = 0;
        TypeParam::run(context.messages);
        for (int round = 1; round <= 5; ++round) {
            ++entered;
            TypeParam::run(context.messages);
            context.expect(entered.load() >= round * size);
            TypeParam::run(context.messages);
        }
    });
}

template <class T>
class GatherLaws : public testing::Test {};
template <class Direction>
using Gathers = testing::Types<gather::Along<Direction, Only<topologies::Linear>>,
                               gather::Along<Direction, Of<networks::Ring>>,
                               gather::Along<Direction, Of<networks::Torus<3>>>,
                               gather::Along<Direction, Clusters>, gather::Shared<Direction>>;
using ReverseGathers = Gathers<Reverse>;
TYPED_TEST_SUITE(GatherLaws, ReverseGathers);
TYPED_TEST(GatherLaws, BringSlicesToTheRoot) {
    on_all_counts([](Context& context) {
        const Case& numbers = context.numbers;
        const auto size = static_cast<std::size_t>(numbers.size);
        std::vector<Element> all(context.rank == numbers.root ? numbers.count * size : 0);
        auto own = data_of(context.rank, numbers.count);
        const auto slices = [&](int rank) {
            return part(all, static_cast<std::size_t>(rank) * numbers.count, numbers.count);
        };
        if (context.rank == numbers.root) piece(own).copy_to(slices(numbers.root));
        TypeParam::run(context.messages, numbers.root, slices, piece(own));
        for (std::size_t index = 0; index < all.size(); ++index)
            context.expect_equal(all[index],
                                 element(static_cast<int>(index / numbers.count), index % numbers.count));
        own.assign(own.size(), 0); // nobody reads it any more
    });
}

template <class T>
class ScatterLaws : public testing::Test {};
using StraightGathers = Gathers<Straight>;
TYPED_TEST_SUITE(ScatterLaws, StraightGathers);
TYPED_TEST(ScatterLaws, TakeSlicesFromTheRoot) {
    on_all_counts([](Context& context) {
        const Case& numbers = context.numbers;
        const bool at_root = context.rank == numbers.root;
        std::vector<Element> all;
        for (int rank = 0; at_root && rank < numbers.size; ++rank)
            for (std::size_t index = 0; index < numbers.count; ++index)
                all.push_back(element(numbers.root, index, rank));
        std::vector<Element> own(numbers.count);
        const auto slices = [&](int rank) {
            return part(all, static_cast<std::size_t>(rank) * numbers.count, numbers.count);
        };
        if (at_root) slices(context.rank).copy_to(piece(own));
        TypeParam::run(context.messages, numbers.root, slices, piece(own));
        all.assign(all.size(), 0);
        for (std::size_t index = 0; index < own.size(); ++index)
            context.expect_equal(own[index], element(numbers.root, index, context.rank));
    });
}

// Slices of one size, one behind the other, that say so.
struct Rows {
    std::vector<Element>& all;
    std::size_t count;

    [[nodiscard]] auto operator()(int rank) const {
        return part(all, static_cast<std::size_t>(rank) * count, count);
    }
    [[nodiscard]] auto together(int ranks) const {
        return part(all, 0, static_cast<std::size_t>(ranks) * count);
    }
};
static_assert(LieTogether<Rows>);

template <class T>
class AllgatherLaws : public testing::Test {};
using Allgathers =
    testing::Types<allgather::Exchanging, allgather::NeighbourRing, allgather::GatherBcast, allgather::Bruck,
                   allgather::Along<Of<networks::Hypercube>>, allgather::Along<Clusters>, allgather::Shared,
                   InClusters<allgather::ThroughClusters, 2>, InClusters<allgather::ThroughClusters, 3>,
                   allgather::ThroughClusters>;
TYPED_TEST_SUITE(AllgatherLaws, Allgathers);
TYPED_TEST(AllgatherLaws, GiveAllSlicesToAll) {
    for (const bool same_sizes : {true, false})
        on_all_counts([=](Context& context) {
            const Case& numbers = context.numbers;
            const auto count_of = [&](int rank) {
                return same_sizes ? numbers.count : numbers.count * static_cast<std::size_t>(rank % 3) / 2;
            };
            std::vector<std::size_t> starts{0};
            for (int rank = 0; rank < numbers.size; ++rank) starts.push_back(starts.back() + count_of(rank));
            std::vector<Element> all(starts.back());
            const auto slices = [&](int rank) {
                return part(all, starts[static_cast<std::size_t>(rank)], count_of(rank));
            };
            auto own = data_of(context.rank, count_of(context.rank));
            piece(own).copy_to(slices(context.rank));
            TypeParam::run(context.messages, numbers.in_place ? slices(context.rank) : piece(own), slices);
            for (int rank = 0; rank < numbers.size; ++rank)
                for (std::size_t index = 0; index < count_of(rank); ++index)
                    context.expect_equal(all[starts[static_cast<std::size_t>(rank)] + index],
                                         element(rank, index));
        });
}

TYPED_TEST(AllgatherLaws, GiveSlicesThatLieTogether) {
    on_all_counts([](Context& context) {
        const Case& numbers = context.numbers;
        std::vector<Element> all(static_cast<std::size_t>(numbers.size) * numbers.count);
        const Rows slices{all, numbers.count};
        auto own = data_of(context.rank, numbers.count);
        piece(own).copy_to(slices(context.rank));
        TypeParam::run(context.messages, piece(own), slices);
        for (int rank = 0; rank < numbers.size; ++rank)
            for (std::size_t index = 0; index < numbers.count; ++index)
                context.expect_equal(all[static_cast<std::size_t>(rank) * numbers.count + index],
                                     element(rank, index));
    });
}

template <class T>
class AlltoallLaws : public testing::Test {};
using Alltoalls =
    testing::Types<alltoall::Exchanging, alltoall::RootByRoot<Only<topologies::Linear>>,
                   alltoall::RootByRoot<Of<networks::Ring>>, alltoall::Along<Of<networks::Torus<2>>>,
                   alltoall::Along<Clusters>, alltoall::Bruck, alltoall::GatherScatter, alltoall::Shared,
                   InClusters<alltoall::ThroughClusters, 2>, InClusters<alltoall::ThroughClusters, 3>>;
TYPED_TEST_SUITE(AlltoallLaws, Alltoalls);
TYPED_TEST(AlltoallLaws, GiveEachWhatItsPartnersHaveForIt) {
    on_all_counts([](Context& context) {
        const Case& numbers = context.numbers;
        const std::size_t count = numbers.count % 400;
        std::vector<Element> out;
        for (int rank = 0; rank < numbers.size; ++rank)
            for (std::size_t index = 0; index < count; ++index)
                out.push_back(element(context.rank, index, rank));
        std::vector<Element> in(out.size());
        const Rows outgoing{out, count};
        const Rows incoming{in, count};
        outgoing(context.rank).copy_to(incoming(context.rank));
        if (context.rank % 2 == 0)
            TypeParam::run(context.messages, outgoing, incoming);
        else
            TypeParam::run(
                context.messages, [&](int rank) { return outgoing(rank); },
                [&](int rank) { return incoming(rank); });
        out.assign(out.size(), 0);
        for (std::size_t index = 0; index < in.size(); ++index)
            context.expect_equal(in[index],
                                 element(static_cast<int>(index / count), index % count, context.rank));
    });
}

// A synchronous set of functions: the same directions, and each send waits for its receive.
TEST(Synchronous, ServesDirectionsAsTheBlockingFunctionsDo) {
    on_all_counts([](Context& context) {
        const Case& numbers = context.numbers;
        auto data = data_of(context.rank, numbers.count);
        const auto all = [&](int) { return piece(data); };
        Synchronous<Messages, decltype(all)> functions(context.messages, all);
        Straight::run(topologies::Tree(numbers.size, context.rank, numbers.root), functions);
        context.expect_equal(data, data_of(numbers.root, numbers.count));
    });
}

} // namespace
