// Collectives against a sequential oracle, with every root, at several rank counts and sizes.
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/collective/allreduce.hpp"
#include "mpi_api/collective/barrier.hpp"
#include "mpi_api/collective/bcast.hpp"
#include "mpi_api/collective/gather.hpp"
#include "mpi_api/collective/reduce.hpp"
#include "mpi_api/collective/scatter.hpp"
#include "tests/support/program_test.hpp"

namespace {

using namespace sartor;
using Program = test::TestProgram<feature::collective, feature::reduction, feature::datatype_basic,
                                  feature::predefined_datatype<521>, feature::predefined_operation<33>>;
using Call = mpi::Call<Program>;

using Collectives = test::ProgramTest<Program>;
INSTANTIATE_TEST_SUITE_P(Counts, Collectives,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8, 16, 33), testing::Values(1, 2)));

using test::expect;
using test::expect_equal;

constexpr int counts[] = {0, 1, 3, 1000, 5000};

int element(int rank, int index) {
    return 1000 * rank + index;
}

std::vector<int> data_of(int rank, int count) {
    std::vector<int> data(static_cast<std::size_t>(count) + 1);
    for (int index = 0; index < count; ++index) data[static_cast<std::size_t>(index)] = element(rank, index);
    return data;
}

TEST_P(Collectives, BcastGivesAllWhatTheRootHas) {
    EXPECT_EQ(run([](Call& call, int rank, int size) {
                  for (int root = 0; root < size; ++root)
                      for (const int count : counts) {
                          auto data = data_of(rank, count);
                          mpi::bcast(call, data.data(), count, MPI_INT, root, MPI_COMM_WORLD);
                          expect_equal(data, data_of(root, count));
                      }
              }),
              0);
}

TEST_P(Collectives, GatherAndScatterSliceByRank) {
    EXPECT_EQ(run([](Call& call, int rank, int size) {
                  for (int root = 0; root < size; ++root)
                      for (const int count : counts) {
                          std::vector<int> all(static_cast<std::size_t>(rank == root ? count * size : 0) + 1);
                          const auto mine = data_of(rank, count);
                          mpi::gather(call, mine.data(), count, MPI_INT, all.data(), count, MPI_INT, root,
                                      MPI_COMM_WORLD);
                          for (int index = 0; rank == root && index < count * size; ++index)
                              expect_equal(all[static_cast<std::size_t>(index)],
                                           element(index / count, index % count));
                          std::vector<int> back(static_cast<std::size_t>(count) + 1);
                          mpi::scatter(call, all.data(), count, MPI_INT, back.data(), count, MPI_INT, root,
                                       MPI_COMM_WORLD);
                          expect_equal(back, mine);
                      }
              }),
              0);
}

TEST_P(Collectives, ReduceAndAllreduceJoinAllOperands) {
    EXPECT_EQ(
        run([](Call& call, int rank, int size) {
            const int ranks_sum = size * (size - 1) / 2;
            for (int root = 0; root < size; ++root)
                for (const int count : counts) {
                    const auto mine = data_of(rank, count);
                    std::vector<int> sum(static_cast<std::size_t>(count) + 1);
                    mpi::reduce(call, mine.data(), sum.data(), count, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
                    for (int index = 0; rank == root && index < count; ++index)
                        expect_equal(sum[static_cast<std::size_t>(index)], 1000 * ranks_sum + size * index);
                    auto in_place = mine;
                    mpi::allreduce(call, MPI_IN_PLACE, in_place.data(), count, MPI_INT, MPI_SUM,
                                   MPI_COMM_WORLD);
                    for (int index = 0; index < count; ++index)
                        expect_equal(in_place[static_cast<std::size_t>(index)],
                                     1000 * ranks_sum + size * index);
                }
        }),
        0);
}

TEST_P(Collectives, NobodyLeavesABarrierBeforeAllHaveEntered) {
    std::atomic<int> entered{0};
    EXPECT_EQ(run([&](Call& call, int, int size) {
                  for (int round = 1; round <= 20; ++round) {
                      ++entered;
                      mpi::barrier(call, MPI_COMM_WORLD);
                      expect(entered.load() >= round * size);
                      mpi::barrier(call, MPI_COMM_WORLD);
                  }
              }),
              0);
}

} // namespace
