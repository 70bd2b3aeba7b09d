// Ranks that meet without messages: nobody goes on before all have come, in communicators of all shapes,
// whatever else the ranks do.
#include <atomic>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/collective/allgather.hpp"
#include "mpi_api/collective/alltoall.hpp"
#include "mpi_api/collective/barrier.hpp"
#include "mpi_api/communicator/management.hpp"
#include "mpi_api/communicator/split.hpp"
#include "mpi_api/environment/init.hpp"
#include "tests/support/program_test.hpp"

namespace {

using namespace sartor;
using Program =
    test::TestProgram<feature::collective, feature::communicators, feature::tags, feature::datatype_basic>;
using Call = mpi::Call<Program>;
using test::expect;
using test::expect_equal;

// In one of these ways the ranks of a communicator are parted: the colour and the key of a rank.
enum class Parted { whole, halves, alternating, by_threes, backwards, at_random };
struct Part {
    int color, key;
};
Part part_of(Parted parted, int rank, int size, std::mt19937& drawn_by_all) {
    switch (parted) {
    case Parted::whole:
        return {0, rank};
    case Parted::halves:
        return {rank < size / 2 ? 0 : 1, rank};
    case Parted::alternating:
        return {rank % 2, rank};
    case Parted::by_threes:
        return {rank % 3, rank};
    case Parted::backwards:
        return {rank % 2, -rank};
    case Parted::at_random:
        break;
    }
    std::vector<Part> parts;
    for (int one = 0; one < size; ++one)
        parts.push_back({static_cast<int>(drawn_by_all() % 3), static_cast<int>(drawn_by_all() % 100)});
    return parts[static_cast<std::size_t>(rank)];
}
constexpr Parted all_ways[] = {Parted::whole,     Parted::halves,    Parted::alternating,
                               Parted::by_threes, Parted::backwards, Parted::at_random};

class WorkerBarriers : public testing::TestWithParam<std::tuple<int, int>> {};
INSTANTIATE_TEST_SUITE_P(Counts, WorkerBarriers,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8, 16, 33),
                                          testing::Values(1, 2, 3, 5)));

// Runs body(call, communicator, rank and size in the world, a generator of the rank's own).
template <class Body>
void on_all_parts(int ranks, int workers, Body body) {
    for (const Parted parted : all_ways)
        for (unsigned seed = 1; seed <= 3; ++seed) {
            const int code = test::run_ranks<Program>(
                ranks,
                [&](process::Rank& rank) {
                    Call call{"test"};
                    mpi::init(call, nullptr, nullptr);
                    std::mt19937 drawn_by_all(seed);
                    std::mt19937 own(seed * 1000 + static_cast<unsigned>(rank.number));
                    const Part part = part_of(parted, rank.number, ranks, drawn_by_all);
                    MPI_Comm comm = MPI_COMM_NULL;
                    mpi::comm_split(call, MPI_COMM_WORLD, part.color, part.key, &comm);
                    body(call, comm, part.color, own);
                    mpi::comm_free(call, &comm);
                    mpi::finalize(call);
                },
                workers);
            ASSERT_EQ(code, 0) << ranks << " ranks, " << workers << " workers, way "
                               << static_cast<int>(parted) << ", seed " << seed;
        }
}

TEST_P(WorkerBarriers, NobodyGoesOnBeforeAllHaveCome) {
    const auto [ranks, workers] = GetParam();
    std::vector<std::atomic<int>> come(3);
    on_all_parts(ranks, workers, [&](Call& call, MPI_Comm comm, int color, std::mt19937& own) {
        constexpr int rounds = 30;
        auto& count = come[static_cast<std::size_t>(color)];
        const int size = call.view(comm).size();
        mpi::barrier(call, MPI_COMM_WORLD);
        if (call.view(comm).rank() == 0) count.store(0);
        mpi::barrier(call, MPI_COMM_WORLD);
        for (int round = 1; round <= rounds; ++round) {
            for (unsigned turn = own() % 4; turn > 0; --turn) process::yield();
            ++count;
            mpi::barrier(call, comm);
            expect(count.load() >= round * size);
            if (own() % 8 == 0) process::sleep(1000);
        }
    });
}

// Two worker barriers in each call, data read in between.
TEST_P(WorkerBarriers, WhatIsShownIsSeenByAll) {
    const auto [ranks, workers] = GetParam();
    on_all_parts(ranks, workers, [&](Call& call, MPI_Comm comm, int, std::mt19937& own) {
        const int rank = call.view(comm).rank();
        const int size = call.view(comm).size();
        constexpr int numbers = 700; // more than go by messages
        const auto number = [](int from, int to, int index) { return (from * 100 + to) * 1000 + index; };
        std::vector<int> outgoing(static_cast<std::size_t>(size * numbers));
        std::vector<int> incoming(outgoing.size());
        for (int round = 0; round < 4; ++round) {
            for (int other = 0; other < size; ++other)
                for (int index = 0; index < numbers; ++index)
                    outgoing[static_cast<std::size_t>(other * numbers + index)] =
                        number(rank, other, index + round);
            if (own() % 3 == 0) process::yield();
            mpi::alltoall(call, outgoing.data(), numbers, MPI_INT, incoming.data(), numbers, MPI_INT, comm);
            outgoing.assign(outgoing.size(), -1);
            for (int other = 0; other < size; ++other)
                for (int index = 0; index < numbers; ++index)
                    expect_equal(incoming[static_cast<std::size_t>(other * numbers + index)],
                                 number(other, rank, index + round));
        }
    });
}

// Ranks of one worker that are in different calls at the same time do not take part in each other's.
TEST_P(WorkerBarriers, SeveralAreOpenAtOnce) {
    const auto [ranks, workers] = GetParam();
    on_all_parts(ranks, workers, [&](Call& call, MPI_Comm comm, int color, std::mt19937& own) {
        std::vector<int> colors(static_cast<std::size_t>(call.view(comm).size()) * 600);
        const std::vector<int> mine(600, color);
        for (int round = 0; round < 10; ++round) {
            for (unsigned calls = 1 + static_cast<unsigned>(color); calls > 0; --calls)
                mpi::barrier(call, comm);
            if (own() % 4 == 0) process::yield();
            mpi::allgather(call, mine.data(), 600, MPI_INT, colors.data(), 600, MPI_INT, comm);
            for (const int one : colors) expect_equal(one, color);
            if (round % 3 == 0) mpi::barrier(call, MPI_COMM_WORLD);
        }
    });
}

} // namespace
