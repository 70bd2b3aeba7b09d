// Ranks that always have something to do keep nobody from going on.
#include <gtest/gtest.h>

#include "mpi_api/point_to_point/multiple_completion.hpp"
#include "tests/support/counts.hpp"
#include "tests/support/messages.hpp"

namespace {

using namespace sartor;
using test::expect;
using test::expect_equal;
using test::run_mpi;
using Full = test::FullMessages;
using Mpi = test::Mpi<Full>;

class Fairness : public test::OverCounts {};
INSTANTIATE_TEST_SUITE_P(Counts, Fairness,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8, 16), testing::Values(1, 2)));

// A rank that sends without end does not keep a receiver from hearing the others: each of these asks and
// waits for the answer. MPI promises no fairness (section 3.5); users expect this much.
TEST_P(Fairness, AFastSenderStarvesNobody) {
    enum { flood, question, reply, stop };
    constexpr int most = 1000000;
    constexpr int questions = 5;
    const auto flood_until_stopped = [](Mpi& mpi) {
        MPI_Request request;
        int stopped = 0;
        int number = 0;
        mpi.start_receive(nullptr, 0, 0, stop, request);
        for (; stopped == 0 && number < most; ++number) {
            mpi.send(&number, sizeof number, 0, flood);
            if (number % 50 == 49) mpi.receive(nullptr, 0, 0, flood); // bounds what lies unreceived
            mpi::test(mpi.call, &request, &stopped, MPI_STATUS_IGNORE);
        }
        expect(stopped != 0);
        mpi.send(nullptr, 0, 0, stop);
    };
    const auto listen = [](Mpi& mpi, int size) {
        int flooded = 0;
        for (int left = questions * (size - 2), stopped = 0; stopped == 0;) {
            int value = -1;
            const MPI_Status status = mpi.receive(&value, sizeof value, MPI_ANY_SOURCE, MPI_ANY_TAG);
            stopped = status.MPI_TAG == stop ? 1 : 0;
            if (status.MPI_TAG == flood) {
                expect_equal(value, flooded++);
                if (value % 50 == 49) mpi.send(nullptr, 0, 1, flood);
            } else if (status.MPI_TAG == question) {
                mpi.send(&value, sizeof value, status.MPI_SOURCE, reply);
                if (--left == 0) mpi.send(nullptr, 0, 1, stop);
            }
        }
    };
    const auto query_rank = [](Mpi& mpi) {
        for (int number = 0; number < questions; ++number) {
            int echo = -1;
            mpi.send(&number, sizeof number, 0, question);
            mpi.receive(&echo, sizeof echo, 0, reply);
            expect_equal(echo, number);
        }
    };
    const auto body = [&](Mpi& mpi, int rank, int size) {
        if (size < 3) return; // nobody to be starved
        if (rank == 0) listen(mpi, size);
        if (rank == 1) flood_until_stopped(mpi);
        if (rank > 1) query_rank(mpi);
    };
    EXPECT_EQ(run_mpi<Full>(ranks(), body, workers()), 0);
}

// Two ranks of a worker that always have something for each other do not keep a third one from hearing
// another worker's rank.
TEST_P(Fairness, TwoBusyRanksStarveNobody) {
    enum { ball, word, stop };
    constexpr int most = 1000000;
    const auto play = [](Mpi& mpi, int rank) {
        for (int number = 0; number < most; ++number) {
            if (rank == 0) mpi.send(nullptr, 0, 1, ball);
            const MPI_Status status = mpi.receive(nullptr, 0, MPI_ANY_SOURCE, MPI_ANY_TAG);
            if (rank == 1 && status.MPI_TAG == ball) mpi.send(nullptr, 0, 0, ball);
            if (status.MPI_TAG == stop) {
                if (rank == 0) mpi.receive(nullptr, 0, 1, ball); // still on its way
                if (rank == 0) mpi.send(nullptr, 0, 1, stop);
                return;
            }
        }
        expect(false);
    };
    const auto body = [&](Mpi& mpi, int rank, int size) {
        if (size < 4) return;
        if (rank < 2) play(mpi, rank);
        if (rank == 2) {
            mpi.receive(nullptr, 0, size - 1, word);
            mpi.send(nullptr, 0, 0, stop);
        }
        if (rank == size - 1) mpi.send(nullptr, 0, 2, word);
    };
    EXPECT_EQ(run_mpi<Full>(ranks(), body, workers()), 0);
}

} // namespace
