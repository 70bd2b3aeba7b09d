// Immediate collectives on flows of control: several under way, completed in orders of the ranks' own.
#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/collective/allreduce.hpp"
#include "mpi_api/collective/barrier.hpp"
#include "mpi_api/collective/bcast.hpp"
#include "mpi_api/point_to_point/completion.hpp"
#include "mpi_api/point_to_point/persistent.hpp"
#include "mpi_api/point_to_point/request_status.hpp"
#include "mpi_api/tasks/collectives.hpp"
#include "tests/support/program_test.hpp"

namespace {

using namespace sartor;
using Program =
    test::TestProgram<feature::collective, feature::reduction, feature::datatype_basic, feature::tags,
                      feature::immediate, feature::persistent, feature::immediate_collectives,
                      feature::predefined_datatype<521>, feature::predefined_operation<33>>;
using Call = mpi::Call<Program>;

// Without the feature nothing of it is there.
using Lean = test::TestProgram<feature::collective, feature::tags, feature::immediate>;
static_assert(std::is_empty_v<mpi::Interface<Lean>::types::Flows>);
static_assert(sizeof(mpi::Interface<Lean>::Communicator) < sizeof(mpi::Interface<Program>::Communicator));

using ImmediateCollectives = test::ProgramTest<Program>;
INSTANTIATE_TEST_SUITE_P(Counts, ImmediateCollectives,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8, 16), testing::Values(1, 2)));

template <class Blocking>
void launch(Call& call, Blocking blocking, MPI_Request& request,
            mpi::Started started = mpi::Started::by_call) {
    mpi::launch(call, blocking, MPI_COMM_WORLD, &request, started);
}

using test::expect;
using test::expect_equal;

TEST_P(ImmediateCollectives, EndInAnyOrder) {
    EXPECT_EQ(run([](Call& call, int rank, int size) {
                  constexpr int total = 60;
                  std::mt19937 random(static_cast<unsigned>(rank));
                  std::vector<int> values(total), sums(total, -1), order(total);
                  std::vector<MPI_Request> requests(total, MPI_REQUEST_NULL);
                  std::iota(order.begin(), order.end(), 0);
                  std::shuffle(order.begin(), order.end(), random);
                  for (int index = 0; index < total; ++index) {
                      const auto position = static_cast<std::size_t>(index);
                      values[position] = rank + index;
                      int* value = &values[position];
                      if (index % 2 == 0)
                          launch(
                              call,
                              [value, sum = &sums[position]](Call& task) {
                                  return mpi::allreduce(task, value, sum, 1, MPI_INT, MPI_SUM,
                                                        MPI_COMM_WORLD);
                              },
                              requests[position]);
                      else
                          launch(
                              call,
                              [value, root = index % size](Call& task) {
                                  return mpi::bcast(task, value, 1, MPI_INT, root, MPI_COMM_WORLD);
                              },
                              requests[position]);
                  }
                  for (const int index : order) {
                      const auto position = static_cast<std::size_t>(index);
                      mpi::wait(call, &requests[position], MPI_STATUS_IGNORE);
                      expect_equal(requests[position], MPI_REQUEST_NULL);
                      if (index % 2 == 0)
                          expect_equal(sums[position], size * (size - 1) / 2 + size * index);
                      else
                          expect_equal(values[position], index % size + index);
                  }
              }),
              0);
}

TEST_P(ImmediateCollectives, PersistentOnesStartAgain) {
    EXPECT_EQ(run([](Call& call, int rank, int size) {
                  int value = 0;
                  int sum = 0;
                  MPI_Request request = MPI_REQUEST_NULL;
                  launch(
                      call,
                      [from = &value, to = &sum](Call& task) {
                          return mpi::allreduce(task, from, to, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
                      },
                      request, mpi::Started::by_start);
                  for (int turn = 0; turn < 10; ++turn) {
                      value = rank * turn;
                      mpi::start(call, &request);
                      int flag = 0;
                      while (flag == 0) {
                          test::take_time_of_call();
                          mpi::test(call, &request, &flag, MPI_STATUS_IGNORE);
                      }
                      expect_equal(sum, turn * size * (size - 1) / 2);
                  }
                  mpi::request_free(call, &request);
                  expect_equal(request, MPI_REQUEST_NULL);
              }),
              0);
}

TEST_P(ImmediateCollectives, NobodyLeavesABarrierBeforeAllHaveEntered) {
    std::atomic<int> entered{0};
    EXPECT_EQ(run([&](Call& call, int, int size) {
                  for (int round = 1; round <= 20; ++round) {
                      MPI_Request request = MPI_REQUEST_NULL;
                      ++entered;
                      launch(
                          call, [](Call& task) { return mpi::barrier(task, MPI_COMM_WORLD); }, request);
                      mpi::wait(call, &request, MPI_STATUS_IGNORE);
                      expect(entered.load() >= round * size);
                      mpi::barrier(call, MPI_COMM_WORLD);
                  }
              }),
              0);
}

// Ranks that end with a collective under way leave its memory to the end of the run.
TEST_P(ImmediateCollectives, MayBeLeftUnderWay) {
    EXPECT_EQ(run([&](Call& call, int rank, int size) {
                  MPI_Request request = MPI_REQUEST_NULL;
                  if (rank + 1 < size || size == 1)
                      launch(
                          call, [](Call& task) { return mpi::barrier(task, MPI_COMM_WORLD); }, request);
              }),
              0);
}

} // namespace
