// Every algorithm of every collective against a sequential oracle: rank counts 1 to 17, 32 and 33, random
// sizes and roots, in place or not, operations that commute and that don't.
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "components/collective/allgather_more.hpp"
#include "components/collective/alltoall_more.hpp"
#include "components/collective/barrier.hpp"
#include "components/collective/bcast_long.hpp"
#include "components/collective/host/reduce.hpp"
#include "components/collective/reduce_long.hpp"
#include "components/collective/reduce_scatter_more.hpp"
#include "components/collective/scan.hpp"
#include "components/collective/shared/bcast.hpp"
#include "components/collective/shared/everybody.hpp"
#include "components/collective/shared/gather.hpp"
#include "components/collective/shared/reduce.hpp"
#include "mpi_api/collective/interface.hpp"
#include "mpi_api/collective/operands.hpp"
#include "mpi_api/collective/operation.hpp"
#include "mpi_api/environment/init.hpp"
#include "tests/support/ranks.hpp"
#include "topologies/chain.hpp"
#include "topologies/k_ary.hpp"
#include "topologies/networks/complete.hpp"
#include "topologies/networks/grid.hpp"
#include "topologies/networks/hypercube.hpp"
#include "topologies/networks/linear.hpp"
#include "topologies/networks/nested.hpp"
#include "topologies/networks/ring.hpp"

namespace {

using namespace sartor;
using namespace sartor::collective;
using Program = test::TestProgram<feature::collective, feature::reduction, feature::datatype_basic,
                                  feature::synchronous, feature::user_operations,
                                  feature::predefined_datatype<593>, feature::predefined_operation<33>>;
using Call = mpi::Call<Program>;
using Messages = mpi::Messages<Program>;
using Operands = mpi::ReductionOperands<Program>;
using Storage = Messages::Piece;
using Element = std::uint32_t;
const MPI_Datatype element_type = MPI_UINT32_T;

std::vector<int> rank_counts() {
    std::vector<int> list{32, 33};
    for (int size = 1; size <= 17; ++size) list.push_back(size);
    return list;
}

// All ranks of one case draw the same numbers.
class Case {
  public:
    Case(unsigned seed, int ranks) : engine_(seed * 1000 + static_cast<unsigned>(ranks)), size(ranks) {
        constexpr std::size_t ranges[] = {1, 7, 300, 5000};
        count = draw(ranges[draw(4)] + 1);
        root = static_cast<int>(draw(static_cast<std::size_t>(ranks)));
        in_place = draw(2) == 0;
    }
    std::size_t draw(std::size_t below) {
        return std::uniform_int_distribution<std::size_t>(0, below - 1)(engine_);
    }

  private:
    std::mt19937 engine_;

  public:
    int size;
    int root;
    std::size_t count;
    bool in_place;
};

// What rank `rank` has in place `index` for rank `other`. Both halves below the modulus of compose().
Element element(int rank, std::size_t index, int other = 0) {
    const auto number = static_cast<Element>(rank * 7919 + other * 104729 + static_cast<int>(index) * 31 + 5);
    return (number % 65521) << 16 | number * 17 % 65521;
}
std::vector<Element> data_of(int rank, std::size_t count) {
    std::vector<Element> data(count);
    for (std::size_t index = 0; index < count; ++index) data[index] = element(rank, index);
    return data;
}
Storage piece(std::vector<Element>& data) {
    return {data.data(), data.size() * sizeof(Element)};
}
Storage part(std::vector<Element>& data, std::size_t first, std::size_t count) {
    return {data.data() + first, count * sizeof(Element)};
}

// Affine functions modulo a prime, the one after the other: associative, and does not commute.
Element compose(Element left, Element right) {
    constexpr std::uint64_t prime = 65521;
    const std::uint64_t a = left >> 16, b = left & 0xffff, c = right >> 16, d = right & 0xffff;
    return static_cast<Element>(a * c % prime << 16 | (a * d + b) % prime);
}
void compose_all(void* left, void* right, int* count, MPI_Datatype*) {
    for (int index = 0; index < *count; ++index)
        static_cast<Element*>(right)[index] =
            compose(static_cast<Element*>(left)[index], static_cast<Element*>(right)[index]);
}

struct Context {
    Call& call;
    Messages& messages;
    Case& numbers;
    int rank;
    bool right = true;

    void expect(bool condition) { right = right && condition; }
};

constexpr unsigned seeds = 4;

// Runs body(context) on all ranks of several cases.
template <class Body>
void on_all_counts(Body body) {
    for (const int size : rank_counts())
        for (unsigned seed = 1; seed <= seeds; ++seed) {
            const int workers = 1 + static_cast<int>(seed % 2);
            const int code = test::run_ranks<Program>(
                size,
                [&](process::Rank& rank) {
                    Call call{"test"};
                    mpi::init(call, nullptr, nullptr);
                    Messages messages(call, MPI_COMM_WORLD);
                    Case numbers(seed, size);
                    Context context{call, messages, numbers, rank.number};
                    body(context);
                    if (!context.right) process::end_rank(1);
                    mpi::finalize(call);
                },
                workers);
            ASSERT_EQ(code, 0) << size << " ranks, seed " << seed;
        }
}

using Tree = Only<topologies::Tree>;
using Chain = Only<topologies::Chain>;
namespace networks = topologies::networks;
using Clusters = Of<networks::Nested<networks::Torus<2>, networks::Complete>>;

template <class T>
class BcastLaws : public testing::Test {};
using Bcasts = testing::Types<bcast::Along<Tree>, bcast::Along<Chain>, bcast::Along<Only<topologies::Linear>>,
                              bcast::Along<Only<topologies::KAry<3>>>, bcast::Along<Of<networks::Ring>>,
                              bcast::Along<Of<networks::Mesh<2>>>, bcast::Along<Of<networks::Hypercube>>,
                              bcast::Along<Clusters>, bcast::Immediately<Tree>, bcast::Pipelined<Chain, 1000>,
                              bcast::Pipelined<Tree, 4096>, bcast::ScatterAllgather, bcast::Shared>;
TYPED_TEST_SUITE(BcastLaws, Bcasts);
TYPED_TEST(BcastLaws, GiveAllWhatTheRootHas) {
    on_all_counts([](Context& context) {
        const Case& numbers = context.numbers;
        auto data = data_of(context.rank, numbers.count);
        TypeParam::run(context.messages, numbers.root, piece(data));
        context.expect(data == data_of(numbers.root, numbers.count));
    });
}

template <class T>
class BarrierLaws : public testing::Test {};
using Barriers = testing::Types<barrier::GatherBcast<Tree>, barrier::GatherBcast<Of<networks::Ring>>,
                                barrier::GatherBcast<Clusters>, barrier::Disseminating>;
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
            context.expect(all[index] ==
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
            context.expect(own[index] == element(numbers.root, index, context.rank));
    });
}

template <class T>
class AllgatherLaws : public testing::Test {};
using Allgathers =
    testing::Types<allgather::Exchanging, allgather::HandingOn, allgather::GatherBcast, allgather::Bruck,
                   allgather::Along<Of<networks::Hypercube>>, allgather::Along<Clusters>, allgather::Shared>;
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
                    context.expect(all[starts[static_cast<std::size_t>(rank)] + index] ==
                                   element(rank, index));
        });
}

template <class T>
class AlltoallLaws : public testing::Test {};
using Alltoalls =
    testing::Types<alltoall::Exchanging, alltoall::RootByRoot<Only<topologies::Linear>>,
                   alltoall::RootByRoot<Of<networks::Ring>>, alltoall::Along<Of<networks::Torus<2>>>,
                   alltoall::Along<Clusters>, alltoall::Bruck, alltoall::Shared>;
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
        const auto outgoing = [&](int rank) {
            return part(out, static_cast<std::size_t>(rank) * count, count);
        };
        const auto incoming = [&](int rank) {
            return part(in, static_cast<std::size_t>(rank) * count, count);
        };
        outgoing(context.rank).copy_to(incoming(context.rank));
        TypeParam::run(context.messages, outgoing, incoming);
        out.assign(out.size(), 0);
        for (std::size_t index = 0; index < in.size(); ++index)
            context.expect(in[index] ==
                           element(static_cast<int>(index / count), index % count, context.rank));
    });
}

// What joining the operands of ranks 0 ... last gives.
std::vector<Element> joined(int last, std::size_t count, bool commutes) {
    auto result = data_of(0, count);
    for (int rank = 1; rank <= last; ++rank)
        for (std::size_t index = 0; index < count; ++index)
            result[index] = commutes ? result[index] + element(rank, index)
                                     : compose(result[index], element(rank, index));
    return result;
}

// body(context, operation, commutes) for an operation that commutes and one that does not.
template <class Body>
void with_operations(Body body) {
    for (const bool commutes : {true, false})
        on_all_counts([=](Context& context) {
            MPI_Op op = MPI_SUM;
            if (!commutes) mpi::op_create(context.call, &compose_all, 0, &op);
            body(context, op, commutes);
        });
}

template <class T>
class ReduceLaws : public testing::Test {};
using Reduces =
    testing::Types<reduce::Along<Tree>, reduce::Along<Chain>, reduce::Along<Only<topologies::Linear>>,
                   reduce::Along<Only<topologies::KAry<4>>>, reduce::Along<Of<networks::Ring>>,
                   reduce::Along<Of<networks::Mesh<3>>>, reduce::Along<Of<networks::Hypercube>>,
                   reduce::Along<Clusters>, reduce::InOrder, reduce::Pipelined<Chain, 500>,
                   reduce::Pipelined<Tree, 2048>, reduce::HalvingGather, reduce::Shared<reduce::InOrder>>;
TYPED_TEST_SUITE(ReduceLaws, Reduces);
TYPED_TEST(ReduceLaws, JoinAllOperandsAtTheRoot) {
    with_operations([](Context& context, MPI_Op op, bool commutes) {
        const Case& numbers = context.numbers;
        const bool at_root = context.rank == numbers.root;
        auto own = data_of(context.rank, numbers.count);
        std::vector<Element> result(numbers.count);
        const bool in_place = at_root && numbers.in_place;
        auto& target = in_place ? own : result;
        Operands operands(context.call, own.data(), at_root ? target.data() : nullptr,
                          static_cast<MPI_Count>(numbers.count), element_type, op);
        TypeParam::run(context.messages, numbers.root, operands);
        if (!in_place) context.expect(own == data_of(context.rank, numbers.count));
        if (at_root) context.expect(target == joined(numbers.size - 1, numbers.count, commutes));
    });
}

template <class T>
class AllreduceLaws : public testing::Test {};
using Allreduces =
    testing::Types<allreduce::ReduceBcast, allreduce::Along<Of<networks::Torus<2>>>,
                   allreduce::Along<Clusters>, allreduce::InOrder, allreduce::RecursiveDoubling,
                   allreduce::HalvingDoubling, allreduce::Shared<allreduce::InOrder>>;
TYPED_TEST_SUITE(AllreduceLaws, Allreduces);
TYPED_TEST(AllreduceLaws, JoinAllOperandsEverywhere) {
    with_operations([](Context& context, MPI_Op op, bool commutes) {
        const Case& numbers = context.numbers;
        auto own = data_of(context.rank, numbers.count);
        std::vector<Element> result(numbers.count);
        auto& target = numbers.in_place ? own : result;
        Operands operands(context.call, own.data(), target.data(), static_cast<MPI_Count>(numbers.count),
                          element_type, op);
        TypeParam::run(context.messages, operands);
        if (!numbers.in_place) context.expect(own == data_of(context.rank, numbers.count));
        context.expect(target == joined(numbers.size - 1, numbers.count, commutes));
    });
}

template <class T>
class ReduceScatterLaws : public testing::Test {};
using ReduceScatters =
    testing::Types<reduce_scatter::ReduceThenScatter, reduce_scatter::InOrder, reduce_scatter::Pairwise,
                   reduce_scatter::Shared<reduce_scatter::InOrder>>;
TYPED_TEST_SUITE(ReduceScatterLaws, ReduceScatters);
TYPED_TEST(ReduceScatterLaws, GiveEachItsPartOfTheResult) {
    with_operations([](Context& context, MPI_Op op, bool commutes) {
        const Case& numbers = context.numbers;
        const std::size_t unit = numbers.count % 50;
        const auto parts = [=](int rank) { return static_cast<std::size_t>(rank + rank / 2) * unit; };
        const std::size_t total = parts(numbers.size);
        auto own = data_of(context.rank, total);
        const std::size_t length = parts(context.rank + 1) - parts(context.rank);
        std::vector<Element> result(length);
        auto& target = numbers.in_place ? own : result;
        Operands operands(context.call, own.data(), nullptr, static_cast<MPI_Count>(total), element_type, op);
        TypeParam::run(context.messages, operands, parts, part(target, 0, length));
        const auto expected = joined(numbers.size - 1, total, commutes);
        for (std::size_t index = 0; index < length; ++index)
            context.expect(target[index] == expected[parts(context.rank) + index]);
    });
}

TEST(Scan, JoinsTheOperandsOfLowerRanks) {
    with_operations([](Context& context, MPI_Op op, bool commutes) {
        const Case& numbers = context.numbers;
        auto own = data_of(context.rank, numbers.count);
        std::vector<Element> result(numbers.count);
        std::vector<Element> below(numbers.count);
        Operands operands(context.call, own.data(), result.data(), static_cast<MPI_Count>(numbers.count),
                          element_type, op);
        scan::AlongChain::run(context.messages, operands,
                              [&] { operands.theirs(0, numbers.count).copy_to(piece(below)); });
        context.expect(result == joined(context.rank, numbers.count, commutes));
        if (context.rank > 0) context.expect(below == joined(context.rank - 1, numbers.count, commutes));
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
        context.expect(data == data_of(numbers.root, numbers.count));
    });
}

} // namespace
