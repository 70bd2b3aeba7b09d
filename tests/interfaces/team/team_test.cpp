// Ranks as a function call: results, further calls, and that whatever ends a call returns to the caller.
#include <sartor.hpp>

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

bool has(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

// The error that a team of so many ranks ends with.
template <class Function>
sartor::TeamError error_of(int ranks, Function function) {
    try {
        sartor::run(ranks, function);
    } catch (const sartor::TeamError& error) {
        return error;
    }
    ADD_FAILURE() << "no error";
    return sartor::TeamError(SARTOR_SUCCESS);
}

[[gnu::noinline]] void wait_for(int source) {
    int value = 0;
    MPI_Recv(&value, 1, MPI_INT, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

TEST(Team, HasAnyNumberOfRanks) {
    for (const int ranks : {1, 2, 3, 5, 8, 16, 200}) {
        SCOPED_TRACE(ranks);
        int calls = 0;
        sartor::run(ranks, [&](int rank) {
            int sum = 0, size = 0, own = -1;
            MPI_Comm_size(MPI_COMM_WORLD, &size);
            MPI_Comm_rank(MPI_COMM_WORLD, &own);
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            EXPECT_EQ(own, rank);
            EXPECT_EQ(size, ranks);
            EXPECT_EQ(sum, ranks * (ranks - 1) / 2);
            ++calls;
        });
        EXPECT_EQ(calls, ranks);
    }
}

// What ranks make in one call they have in the next.
TEST(Team, GoesOnBetweenCalls) {
    constexpr int ranks = 6;
    sartor::Team team(ranks);
    std::vector<MPI_Comm> halves(ranks);
    team.run([&](int rank) { MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &halves[rank]); });
    for (int turn = 0; turn < 100; ++turn)
        team.run([&](int rank) {
            int value = rank < 2 ? 10 * turn + rank : -1;
            MPI_Bcast(&value, 1, MPI_INT, 0, halves[rank]);
            EXPECT_EQ(value, 10 * turn + rank % 2);
        });
    team.run([&](int rank) { MPI_Comm_free(&halves[rank]); });
    team.end();
}

TEST(Team, SendsLongMessages) {
    sartor::run(3, [](int rank) {
        std::vector<double> own(1 << 18, rank), other(own.size());
        MPI_Sendrecv(own.data(), static_cast<int>(own.size()), MPI_DOUBLE, (rank + 1) % 3, 0, other.data(),
                     static_cast<int>(other.size()), MPI_DOUBLE, (rank + 2) % 3, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        EXPECT_EQ(other.front(), (rank + 2) % 3);
        EXPECT_EQ(other.back(), (rank + 2) % 3);
    });
}

TEST(Team, CallerIsRankZero) {
    sartor::Team team(4);
    auto others = team.begin([](int rank) {
        int value = 0;
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        value += rank;
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    });
    for (int rank = 1; rank < 4; ++rank) {
        int value = 10 * rank;
        MPI_Send(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        EXPECT_EQ(value, 11 * rank);
    }
    others.finish();
    team.run([](int) { MPI_Barrier(MPI_COMM_WORLD); });
}

TEST(Team, ReturnsFromDeadlocks) {
    const auto all = error_of(4, [](int rank) { wait_for((rank + 1) % 4); });
    EXPECT_TRUE(all.is_deadlock());
    EXPECT_PRED2(has, all.what(), "4 of 4 ranks are blocked");
    EXPECT_PRED2(has, all.what(), "rank 2 waits in MPI_Recv for a message from rank 3");
    EXPECT_PRED2(has, all.what(), "called in (anonymous namespace)::wait_for+");
    const auto one = error_of(4, [](int rank) {
        if (rank == 2) wait_for(0);
    });
    EXPECT_TRUE(one.is_deadlock());
    EXPECT_PRED2(has, one.what(), "1 of 4 ranks are blocked");
    const auto alone = error_of(1, [](int) { wait_for(0); });
    EXPECT_TRUE(alone.is_deadlock());
}

TEST(Team, ReturnsFromAbort) {
    for (const int who : {0, 3}) {
        const auto error = error_of(4, [=](int rank) {
            if (rank == who) MPI_Abort(MPI_COMM_WORLD, 42);
            MPI_Barrier(MPI_COMM_WORLD);
        });
        EXPECT_EQ(error.result(), SARTOR_ENDED);
        EXPECT_EQ(error.exit_code(), 42);
        EXPECT_PRED2(has, error.what(), "MPI_Abort with code 42");
    }
}

TEST(Team, ReturnsFromFatalErrors) {
    const auto error = error_of(3, [](int rank) {
        if (rank == 1) MPI_Send(&rank, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    });
    EXPECT_EQ(error.result(), SARTOR_ENDED);
    EXPECT_PRED2(has, error.what(), "rank 1: MPI_Send: dest = 99");
    sartor::run(2, [](int rank) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        EXPECT_NE(MPI_Send(&rank, 1, MPI_INT, 99, 0, MPI_COMM_WORLD), MPI_SUCCESS);
    });
}

TEST(Team, ThrowsWhatARankThrows) {
    const auto throws = [](int rank) {
        if (rank == 2) throw std::out_of_range("two");
        if (rank == 1) throw std::domain_error("one");
    };
    EXPECT_THROW(sartor::run(4, throws), std::domain_error);
    // Others wait for it in vain: its exception says more than that.
    EXPECT_THROW(sartor::run(4,
                             [](int rank) {
                                 if (rank == 0) throw std::out_of_range("zero");
                                 MPI_Barrier(MPI_COMM_WORLD);
                             }),
                 std::out_of_range);
}

// Each rank has its own while others run.
TEST(Team, KeepsExceptionsOfRanksApart) {
    sartor::run(5, [](int rank) {
        try {
            throw rank;
        } catch (int caught) {
            MPI_Barrier(MPI_COMM_WORLD);
            try {
                throw std::to_string(rank);
            } catch (const std::string& inner) {
                MPI_Barrier(MPI_COMM_WORLD);
                EXPECT_EQ(inner, std::to_string(caught));
            }
            EXPECT_EQ(caught, rank);
        }
    });
}

TEST(Team, RefusesWrongUse) {
    EXPECT_EQ(error_of(0, [](int) {}).result(), SARTOR_USAGE);
    sartor::Team team(2);
    EXPECT_THROW(sartor::Team(2), sartor::TeamError);
    EXPECT_THROW(team.run([&](int rank) {
        if (rank == 1) team.run([](int) {});
    }),
                 sartor::TeamError);
    EXPECT_THROW(team.run([](int) { MPI_Abort(MPI_COMM_WORLD, 1); }), sartor::TeamError);
    try {
        team.run([](int) {});
        ADD_FAILURE() << "a broken team";
    } catch (const sartor::TeamError& error) {
        EXPECT_EQ(error.result(), SARTOR_USAGE);
        EXPECT_PRED2(has, error.what(), "broken");
    }
}

TEST(TeamInC, GivesWhatFunctionsReturn) {
    sartor_team* team = nullptr;
    ASSERT_EQ(sartor_team_start(3, 0, &team), SARTOR_SUCCESS);
    EXPECT_EQ(sartor_team_run(
                  team, [](int rank, void*) { return rank * rank; }, nullptr),
              SARTOR_FUNCTION_FAILED);
    EXPECT_STREQ(sartor_team_message(), "rank 1: its function has returned 1");
    EXPECT_EQ(sartor_team_value(team, 2), 4);
    int calls = 0;
    const auto count = [](int, void* data) {
        ++*static_cast<int*>(data);
        return 0;
    };
    EXPECT_EQ(sartor_team_run(team, count, &calls), SARTOR_SUCCESS);
    EXPECT_EQ(calls, 3);
    EXPECT_EQ(sartor_team_finish(team), SARTOR_USAGE);
    EXPECT_EQ(sartor_team_run(nullptr, nullptr, nullptr), SARTOR_USAGE);
    EXPECT_EQ(sartor_team_run(team, nullptr, nullptr), SARTOR_USAGE);
    EXPECT_EQ(sartor_team_end(team), SARTOR_SUCCESS);
    EXPECT_EQ(sartor_team_end(nullptr), SARTOR_SUCCESS);
}

TEST(TeamDeathTest, MpiOutsideOfATeamEndsTheProcess) {
    EXPECT_EXIT(MPI_Barrier(MPI_COMM_WORLD), testing::ExitedWithCode(2), "outside of a team");
}

} // namespace
