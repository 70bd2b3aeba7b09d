// Ranks as fibers: blocking and waking, turns, sleeping, exit codes; at several rank and worker counts.
#include <atomic>
#include <cerrno>
#include <cfenv>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/counts.hpp"
#include "tests/support/ranks.hpp"

namespace {

using namespace sartor;
using Program = test::TestProgram<feature::tags>;

class Ranks : public test::OverCounts {
  protected:
    int run(std::function<void(process::Rank&)> body) const {
        return test::run_ranks<Program>(ranks(), std::move(body), workers());
    }
};
INSTANTIATE_TEST_SUITE_P(Counts, Ranks,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8, 16, 192), testing::Values(1, 2, 3)));

TEST_P(Ranks, EachRunsOnce) {
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(ranks()));
    EXPECT_EQ(run([&](process::Rank& rank) { ++runs[static_cast<std::size_t>(rank.number)]; }), 0);
    for (const auto& count : runs) EXPECT_EQ(count.load(), 1);
}

TEST_P(Ranks, TheHighestExitCodeWins) {
    const int last = ranks() - 1;
    EXPECT_EQ(run([&](process::Rank& rank) {
                  if (rank.number == last) process::end_rank(9);
                  if (rank.number == 0) process::end_rank(4);
              }),
              9);
}

// A token that goes round: everybody but one is blocked, everybody is woken by another.
TEST_P(Ranks, BlockUntilTheyAreWoken) {
    constexpr int rounds = 50;
    std::atomic<int> token{0};
    EXPECT_EQ(run([&](process::Rank& rank) {
                  for (int round = 0; round < rounds; ++round) {
                      const int mine = round * ranks() + rank.number;
                      while (token.load() != mine) process::block();
                      token.store(mine + 1);
                      process::wake(process::rank((rank.number + 1) % ranks()));
                  }
              }),
              0);
    EXPECT_EQ(token.load(), rounds * ranks());
}

// Waiting by turns only: nobody wakes anybody.
TEST_P(Ranks, GiveOthersTheirTurnWhenTheyYield) {
    std::atomic<int> arrived{0};
    EXPECT_EQ(run([&](process::Rank&) {
                  ++arrived;
                  while (arrived.load() != ranks()) process::yield();
              }),
              0);
}

TEST_P(Ranks, SleepAtTheSameTime) {
    constexpr std::int64_t nap = 20'000'000;
    const std::int64_t start = process::now();
    EXPECT_EQ(run([&](process::Rank&) { process::sleep(nap); }), 0);
    EXPECT_GE(process::now() - start, nap);
}

TEST_P(Ranks, KeepWhatIsTheirOwnAcrossSwitches) {
    EXPECT_EQ(run([&](process::Rank& rank) {
                  errno = 100 + rank.number;
                  std::fesetround(rank.number % 2 == 0 ? FE_UPWARD : FE_DOWNWARD);
                  for (int turn = 0; turn < 3; ++turn) process::yield();
                  if (errno != 100 + rank.number) process::end_rank(1);
                  if (std::fegetround() != (rank.number % 2 == 0 ? FE_UPWARD : FE_DOWNWARD))
                      process::end_rank(2);
              }),
              0);
}

TEST_P(Ranks, KeepTheirExceptionsAcrossSwitches) {
    EXPECT_EQ(run([&](process::Rank& rank) {
                  try {
                      try {
                          throw rank.number;
                      } catch (int) {
                          for (int turn = 0; turn < 3; ++turn) process::yield();
                          throw;
                      }
                  } catch (int number) {
                      if (number != rank.number) process::end_rank(1);
                  }
              }),
              0);
}

TEST(Deadlock, EndsTheRunWithAReport) {
    const auto all_block = [] {
        test::run_ranks<Program>(3, [](process::Rank&) {
            for (;;) process::block();
        });
    };
    EXPECT_EXIT(all_block(), testing::ExitedWithCode(process::deadlock_exit_code),
                "deadlock: 3 of 3 ranks are blocked");
}

TEST(Deadlock, IsNotWhatSleepersMake) {
    EXPECT_EQ(test::run_ranks<Program>(4,
                                       [](process::Rank& rank) {
                                           if (rank.number != 3) return process::block();
                                           process::sleep(10'000'000);
                                           for (int other = 0; other < 3; ++other)
                                               process::wake(process::rank(other));
                                       }),
              0);
}

} // namespace
