// Every algorithm that joins data against a sequential oracle, with operations that commute and that don't.
#include "tests/components/collective/cases.hpp"

#include "components/collective/algorithms/reduce_long.hpp"
#include "components/collective/algorithms/reduce_scatter_pairwise.hpp"
#include "components/collective/algorithms/scan.hpp"
#include "components/collective/algorithms/through_clusters.hpp"
#include "components/collective/shared/allreduce_by_worker.hpp"
#include "mpi_api/collective/operation.hpp"
#include "tests/components/collective/in_clusters.hpp"
#include "topologies/k_ary.hpp"
#include "topologies/networks/hypercube.hpp"
#include "topologies/networks/linear.hpp"
#include "topologies/networks/ring.hpp"
#include "transports/host/collectives/reduce.hpp"

namespace {

using namespace sartor::test_collective;

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
                   reduce::Pipelined<Tree, 2048>, reduce::HalvingGather, reduce::Shared<reduce::InOrder>,
                   InClusters<reduce::Along<Nested>, 2>, InClusters<reduce::Along<Nested>, 3>>;
TYPED_TEST_SUITE(ReduceLaws, Reduces);
TYPED_TEST(ReduceLaws, JoinAllOperandsAtTheRoot) {
    with_operations([](Context& context, MPI_Op op, bool commutes) {
        const Case& numbers = context.numbers;
        const bool at_root = context.rank == numbers.root;
        auto own = data_of(context.rank, numbers.count);
        std::vector<Element> result(numbers.count);
        const bool in_place = at_root && numbers.in_place;
        auto& target = in_place ? own : result;
        MpiOperands operands(context.call, own.data(), at_root ? target.data() : nullptr,
                             static_cast<MPI_Count>(numbers.count), element_type, op);
        TypeParam::run(context.messages, numbers.root, operands);
        if (!in_place) context.expect_equal(own, data_of(context.rank, numbers.count));
        if (at_root) context.expect_equal(target, joined(numbers.size - 1, numbers.count, commutes));
    });
}

template <class T>
class AllreduceLaws : public testing::Test {};
using Allreduces =
    testing::Types<allreduce::ReduceBcast, allreduce::Along<Of<networks::Torus<2>>>,
                   allreduce::Along<Clusters>, allreduce::InOrder, allreduce::RecursiveDoubling,
                   allreduce::HalvingDoubling, allreduce::Shared<allreduce::InOrder>,
                   allreduce::ByWorker<allreduce::InOrder>, InClusters<allreduce::ThroughClusters, 2>,
                   InClusters<allreduce::ThroughClusters, 3>, allreduce::ThroughClusters>;
TYPED_TEST_SUITE(AllreduceLaws, Allreduces);
TYPED_TEST(AllreduceLaws, JoinAllOperandsEverywhere) {
    with_operations([](Context& context, MPI_Op op, bool commutes) {
        const Case& numbers = context.numbers;
        auto own = data_of(context.rank, numbers.count);
        std::vector<Element> result(numbers.count);
        auto& target = numbers.in_place ? own : result;
        MpiOperands operands(context.call, own.data(), target.data(), static_cast<MPI_Count>(numbers.count),
                             element_type, op);
        TypeParam::run(context.messages, operands);
        if (!numbers.in_place) context.expect_equal(own, data_of(context.rank, numbers.count));
        context.expect_equal(target, joined(numbers.size - 1, numbers.count, commutes));
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
        MpiOperands operands(context.call, own.data(), nullptr, static_cast<MPI_Count>(total), element_type,
                             op);
        TypeParam::run(context.messages, operands, parts, part(target, 0, length));
        const auto expected = joined(numbers.size - 1, total, commutes);
        for (std::size_t index = 0; index < length; ++index)
            context.expect_equal(target[index], expected[parts(context.rank) + index]);
    });
}

TEST(Scan, JoinsTheOperandsOfLowerRanks) {
    with_operations([](Context& context, MPI_Op op, bool commutes) {
        const Case& numbers = context.numbers;
        auto own = data_of(context.rank, numbers.count);
        std::vector<Element> result(numbers.count);
        std::vector<Element> below(numbers.count);
        MpiOperands operands(context.call, own.data(), result.data(), static_cast<MPI_Count>(numbers.count),
                             element_type, op);
        scan::AlongChain::run(context.messages, operands,
                              [&] { operands.theirs(0, numbers.count).copy_to(piece(below)); });
        context.expect_equal(result, joined(context.rank, numbers.count, commutes));
        if (context.rank > 0) context.expect_equal(below, joined(context.rank - 1, numbers.count, commutes));
    });
}

} // namespace
