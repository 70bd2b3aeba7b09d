// When ranks that poll in vain let each other run: counted, not timed.
#include <vector>

#include <gtest/gtest.h>

#include "runtime/scheduler/poll_turns.hpp"
#include "tests/support/ranks.hpp"

namespace {

using namespace sartor;
using Program = test::TestProgram<feature::tags>;
constexpr int turn = process::PollTurns::polls_a_turn;

class PollTurns : public testing::Test {
  protected:
    // After so many polls in vain the rank gives way. 0: not soon.
    int polls_before_giving_way() {
        for (int polls = 1; polls <= 10 * turn; ++polls)
            if (turns.is_over(ready)) return polls;
        return 0;
    }
    // As the worker does. The rank that runs next.
    process::Rank& give_way(process::Rank& self) {
        turns.leave(self, ready);
        ready.push(self);
        process::Rank& next = *ready.pop();
        turns.come_back(next);
        return next;
    }

    process::Rank ranks[4];
    process::RankList ready;
    process::PollTurns turns;
};

TEST_F(PollTurns, EndAtOnceForARankThatWasWoken) {
    ready.push(ranks[1]);
    EXPECT_EQ(polls_before_giving_way(), 1);
}

TEST_F(PollTurns, LastForSomePollsAmongRanksThatPoll) {
    ready.push(ranks[1]);
    EXPECT_EQ(&give_way(ranks[0]), &ranks[1]);
    for (int time = 0; time < 5; ++time) {
        EXPECT_EQ(polls_before_giving_way(), turn);
        EXPECT_EQ(&give_way(ranks[1]), &ranks[0]);
        EXPECT_EQ(polls_before_giving_way(), turn);
        EXPECT_EQ(&give_way(ranks[0]), &ranks[1]);
    }
}

TEST_F(PollTurns, EndAtOnceForARankThatGotAMessage) {
    ready.push(ranks[1]);
    give_way(ranks[0]);
    EXPECT_EQ(polls_before_giving_way(), turn);
    turns.note_message();
    EXPECT_EQ(polls_before_giving_way(), 1);
}

// The message is for one of them, and those before it have nothing to do.
TEST_F(PollTurns, EndAtOnceUntilEachHasRun) {
    for (int number : {1, 2, 3}) ready.push(ranks[number]);
    process::Rank* runs = &ranks[0];
    for (int count = 0; count < 8; ++count) runs = &give_way(*runs); // all have polled in vain
    ASSERT_EQ(polls_before_giving_way(), turn);
    turns.note_message();
    process::Rank* const first = runs;
    for (int others = 0; others < 3; ++others) {
        EXPECT_EQ(polls_before_giving_way(), 1) << others;
        runs = &give_way(*runs);
        EXPECT_NE(runs, first);
    }
    EXPECT_EQ(polls_before_giving_way(), 1);
    EXPECT_EQ(&give_way(*runs), first);
    EXPECT_EQ(polls_before_giving_way(), turn);
}

// A rank that gave way, ran, waited and was woken has something to do again.
TEST_F(PollTurns, EndAtOnceForTheSameRankWhenItWasWoken) {
    ready.push(ranks[1]);
    ASSERT_EQ(&give_way(ranks[0]), &ranks[1]);
    process::Rank& blocks = *ready.pop();
    turns.come_back(blocks);
    ready.push(blocks); // woken
    EXPECT_EQ(polls_before_giving_way(), 1);
}

// How often another rank runs while two of one worker poll in vain.
TEST(PollingRanks, ChangeOnceInSomePolls) {
    constexpr int polls = 100 * turn;
    int last = -1, changes = 0;
    test::run_ranks<Program>(
        2,
        [&](process::Rank& rank) {
            for (int poll = 0; poll < polls; ++poll) {
                if (last != rank.number) ++changes;
                last = rank.number;
                process::give_way();
            }
        },
        1);
    EXPECT_GE(changes, polls / turn);
    EXPECT_LE(changes, 3 * polls / turn);
}

// One waits by polls for what the other one does between its own: both go on.
TEST(PollingRanks, SeeWhatOthersDoWithoutAMessage) {
    int word = 0;
    test::run_ranks<Program>(
        2,
        [&](process::Rank& rank) {
            for (int round = 0; round < 100; ++round) {
                while (word % 2 != rank.number) process::give_way();
                ++word;
            }
        },
        1);
    EXPECT_EQ(word, 200);
}

// The wake-up stands for a message: the rank that is woken runs after the next poll in vain, whether it waits
// or polls itself, and however many poll besides.
class PollingWithAWaker : public testing::TestWithParam<bool> {};

TEST_P(PollingWithAWaker, RunsAtOnceWhoGotSomething) {
    constexpr int rounds = 50, ranks = 5;
    int sent = 0, taken = 0, polls = 0;
    test::run_ranks<Program>(
        ranks,
        [&](process::Rank& rank) {
            while (rank.number != 0 && taken < rounds) {
                if (rank.number == ranks - 1 && sent > taken) ++taken;
                rank.number == ranks - 1 && GetParam() ? process::block() : process::give_way();
            }
            for (int round = 0; rank.number == 0 && round < rounds; ++round) {
                for (int poll = 0; poll < 2 * turn; ++poll) process::give_way();
                ++sent;
                process::wake(process::rank(ranks - 1));
                for (; taken < sent; ++polls) process::give_way();
            }
            process::wake(process::rank(ranks - 1));
        },
        1);
    EXPECT_EQ(taken, rounds);
    EXPECT_LE(polls, 2 * rounds);
}

INSTANTIATE_TEST_SUITE_P(ThatWaitsOrPolls, PollingWithAWaker, testing::Bool());

} // namespace
