// Long messages that receivers read out of their senders' memory, where some registrations and reads fail:
// the data are right, and no memory stays registered.
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/point_to_point/matched_probe.hpp"
#include "tests/support/counts.hpp"
#include "tests/support/messages.hpp"

namespace {

using namespace sartor;
using test::expect;
using test::expect_equal;
using test::registered_memory;
using test::run_mpi;
using Program = test::TestProgram<feature::tags, feature::any_source, feature::any_tag, feature::immediate,
                                  feature::probing, feature::synchronous, feature::datatype_basic>;
using Mpi = test::Mpi<Program>;

constexpr int longest = 300000;

class RemoteReads : public test::OverCounts {
  protected:
    void TearDown() override { EXPECT_EQ(registered_memory.counts().registered, 0); }
};
INSTANTIATE_TEST_SUITE_P(Counts, RemoteReads,
                         testing::Combine(testing::Values(2, 3, 5), testing::Values(1, 2)));

std::vector<char> contents(int from, int number, int bytes) {
    std::vector<char> made(static_cast<std::size_t>(bytes));
    for (std::size_t index = 0; index < made.size(); ++index)
        made[index] = static_cast<char>(static_cast<std::size_t>(from * 31 + number * 7) + index % 251);
    return made;
}

TEST_P(RemoteReads, BringWhatWasSent) {
    const auto before = registered_memory.counts();
    EXPECT_EQ(run_mpi<Program>(
                  ranks(),
                  [](Mpi& mpi, int rank, int size) {
                      constexpr int messages = 40;
                      std::mt19937 random(5);
                      std::vector<int> lengths;
                      for (int number = 0; number < messages; ++number)
                          lengths.push_back(static_cast<int>(random() % longest));
                      std::vector<std::vector<char>> out;
                      std::vector<MPI_Request> requests(messages);
                      for (int number = 0; number < messages; ++number) {
                          const int bytes = lengths[static_cast<std::size_t>(number)];
                          out.push_back(contents(rank, number, bytes));
                          const auto start = number % 2 == 0 ? &mpi::isend<Program> : &mpi::issend<Program>;
                          start(mpi.call, out.back().data(), bytes, MPI_BYTE, (rank + 1) % size, number,
                                MPI_COMM_WORLD, &requests[static_cast<std::size_t>(number)]);
                      }
                      const int from = (rank + size - 1) % size;
                      for (int number = 0; number < messages; ++number) {
                          const int bytes = lengths[static_cast<std::size_t>(number)];
                          std::vector<char> in(static_cast<std::size_t>(bytes));
                          MPI_Status status;
                          if (number % 3 == 0) {
                              MPI_Message message;
                              mpi::mprobe(mpi.call, from, number, MPI_COMM_WORLD, &message, &status);
                              mpi::mrecv(mpi.call, in.data(), bytes, MPI_BYTE, &message, &status);
                          } else {
                              status = mpi.receive(in.data(), bytes, MPI_ANY_SOURCE, number);
                          }
                          expect_equal(mpi.count(status), bytes);
                          expect(in == contents(from, number, bytes));
                      }
                      mpi.wait_for_all(messages, requests.data());
                  },
                  workers()),
              0);
    const auto after = registered_memory.counts();
    EXPECT_GT(after.read, before.read);
    EXPECT_GT(after.failed, before.failed);
    EXPECT_GT(after.refused, before.refused);
}

} // namespace
