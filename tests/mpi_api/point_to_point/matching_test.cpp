// Laws of point-to-point messages at several rank counts and mappings, with schedules made random by a seed.
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/point_to_point/sendrecv.hpp"
#include "tests/support/counts.hpp"
#include "tests/support/messages.hpp"

namespace {

using namespace sartor;
using test::expect;
using test::expect_equal;
using test::Mpi;
using test::run_mpi;
using Full = test::FullMessages;
using Lean = test::LeanMessages;

class Messages : public test::OverCounts {};
INSTANTIATE_TEST_SUITE_P(Counts, Messages,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8, 16), testing::Values(1, 2)));

constexpr int sizes[] = {0, 1, 8, 191, 192, 193, 4096, 8191, 8192, 8193, 100000};

// A program with blocking operations only: one slot, no wildcards, no datatypes.
TEST_P(Messages, GoRoundALeanRing) {
    EXPECT_EQ(run_mpi<Lean>(
                  ranks(),
                  [](Mpi<Lean>& mpi, int rank, int size) {
                      if (size == 1) return;
                      std::vector<char> data(100000);
                      for (const int bytes : sizes) {
                          if (rank == 0) std::memset(data.data(), bytes & 0x7f, data.size());
                          if (rank != 0) mpi.receive(data.data(), bytes, rank - 1, bytes);
                          mpi.send(data.data(), bytes, (rank + 1) % size, bytes);
                          if (rank == 0) mpi.receive(data.data(), bytes, size - 1, bytes);
                          for (int index = 0; index < bytes; ++index)
                              expect_equal(data[static_cast<std::size_t>(index)], (bytes & 0x7f));
                      }
                  },
                  workers()),
              0);
}

// Non-overtaking (MPI-5.0 section 3.5): what one rank sends to another with one tag arrives in order, short
// and long messages mixed, whatever the receiver leaves open.
TEST_P(Messages, DoNotOvertakeEachOther) {
    for (const unsigned seed : {11U, 12U, 13U}) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const auto body = [seed](Mpi<Full>& mpi, int rank, int size) {
            constexpr int messages = 60;
            std::mt19937 random(seed * 100 + static_cast<unsigned>(rank));
            std::vector<std::vector<int>> outgoing;
            std::vector<MPI_Request> requests;
            for (int number = 0; number < messages; ++number)
                for (int to = 0; to < size; ++to) {
                    auto& data = outgoing.emplace_back(1 + random() % (random() % 8 == 0 ? 5000 : 20));
                    data[0] = number;
                    data.back() = number;
                    mpi::isend(mpi.call, data.data(), static_cast<int>(data.size() * sizeof(int)), MPI_BYTE,
                               to, 3, MPI_COMM_WORLD, &requests.emplace_back());
                    if (random() % 4 == 0) process::yield();
                }
            std::vector<int> next(static_cast<std::size_t>(size), 0);
            std::vector<int> incoming(5000);
            for (int number = 0; number < messages * size; ++number) {
                const MPI_Status status =
                    mpi.receive(incoming.data(), static_cast<int>(incoming.size() * sizeof(int)),
                                MPI_ANY_SOURCE, random() % 2 == 0 ? MPI_ANY_TAG : 3);
                const auto words = static_cast<std::size_t>(mpi.count(status)) / sizeof(int);
                expect_equal(incoming[0], next[static_cast<std::size_t>(status.MPI_SOURCE)]++);
                expect_equal(incoming[words - 1], incoming[0]);
                if (random() % 4 == 0) process::yield();
            }
            mpi::waitall(mpi.call, static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
            for (const MPI_Request request : requests) expect_equal(request, MPI_REQUEST_NULL);
        };
        EXPECT_EQ(run_mpi<Full>(ranks(), body, workers()), 0);
    }
}

// Receives posted first are matched in the order in which they were posted.
TEST_P(Messages, MatchPostedReceivesInOrder) {
    EXPECT_EQ(run_mpi<Full>(
                  ranks(),
                  [](Mpi<Full>& mpi, int rank, int size) {
                      constexpr int messages = 10;
                      int data[messages];
                      MPI_Request requests[messages];
                      const int from = (rank + size - 1) % size;
                      for (int number = 0; number < messages; ++number)
                          mpi::irecv(mpi.call, &data[number], sizeof(int), MPI_BYTE,
                                     number % 2 == 0 ? MPI_ANY_SOURCE : from,
                                     number % 3 == 0 ? MPI_ANY_TAG : 5, MPI_COMM_WORLD, &requests[number]);
                      for (int number = 0; number < messages; ++number)
                          mpi.send(&number, sizeof number, (rank + 1) % size, 5);
                      mpi::waitall(mpi.call, messages, requests, MPI_STATUSES_IGNORE);
                      for (int number = 0; number < messages; ++number) expect_equal(data[number], number);
                  },
                  workers()),
              0);
}

TEST_P(Messages, ExchangeBothWaysWithSendrecv) {
    EXPECT_EQ(run_mpi<Lean>(
                  ranks(),
                  [](Mpi<Lean>& mpi, int rank, int size) {
                      for (const int bytes : sizes) {
                          std::vector<char> mine(100000, static_cast<char>(rank));
                          std::vector<char> theirs(100000, 99);
                          const int from = (rank + size - 1) % size;
                          MPI_Status status;
                          mpi::sendrecv(mpi.call, mine.data(), bytes, MPI_BYTE, (rank + 1) % size, 1,
                                        theirs.data(), bytes, MPI_BYTE, from, 1, MPI_COMM_WORLD, &status);
                          expect(status.MPI_SOURCE == from && mpi.count(status) == bytes);
                          for (int index = 0; index < bytes; ++index)
                              expect_equal(theirs[static_cast<std::size_t>(index)], static_cast<char>(from));
                      }
                  },
                  workers()),
              0);
}

// A loop of tests ends, even when sender and receiver share a worker.
TEST_P(Messages, ArriveWhileTheReceiverTests) {
    EXPECT_EQ(run_mpi<Full>(
                  ranks(),
                  [](Mpi<Full>& mpi, int rank, int size) {
                      int data = -1;
                      MPI_Request request;
                      mpi::irecv(mpi.call, &data, sizeof data, MPI_BYTE, (rank + 1) % size, 0, MPI_COMM_WORLD,
                                 &request);
                      mpi.send(&rank, sizeof rank, (rank + size - 1) % size, 0);
                      for (int flag = 0; flag == 0;) {
                          test::take_time_of_call();
                          mpi::test(mpi.call, &request, &flag, MPI_STATUS_IGNORE);
                      }
                      expect(request == MPI_REQUEST_NULL && data == (rank + 1) % size);
                  },
                  workers()),
              0);
}

TEST(Errors, NameBothSidesOfATruncation) {
    const auto truncate = [] {
        run_mpi<Lean>(
            2,
            [](Mpi<Lean>& mpi, int rank, int) {
                char data[100] = "";
                if (rank == 0) mpi.send(data, 100, 1, 7);
                if (rank == 1) mpi.receive(data, 10, 0, 7);
            },
            1);
    };
    EXPECT_EXIT(truncate(), testing::ExitedWithCode(1),
                "rank 1: .*rank 0 sent 100 bytes with tag 7, the receive buffer takes 10 .MPI_ERR_TRUNCATE");
}

TEST(Errors, AWildcardThatWasNotCutStopsTheRun) {
    const auto receive_any = [] {
        run_mpi<Lean>(
            1,
            [](Mpi<Lean>& mpi, int, int) {
                expect(mpi.call.source("source", MPI_ANY_SOURCE, MPI_COMM_WORLD));
            },
            1);
    };
    EXPECT_EXIT(receive_any(), testing::ExitedWithCode(1), "source has the value of MPI_ANY_SOURCE");
}

} // namespace
