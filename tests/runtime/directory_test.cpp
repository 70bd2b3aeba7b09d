// Numbers that several ranks agree on.
#include <algorithm>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/directory.hpp"

namespace sartor::process {
namespace {

Directory::Question question(const int& key, int requester, int requesters, int span = 1) {
    return {&key, sizeof key, requester, requesters, span};
}

TEST(Directory, GivesAllWhoAskUnderAKeyTheSameNumbers) {
    Directory directory;
    const int one = 1;
    const int other = 2;
    const int first = directory.reserve(question(one, Directory::no_rank, 3, 4));
    const int second = directory.reserve(question(other, Directory::no_rank, 2, 1));
    EXPECT_EQ(first, 0);
    EXPECT_EQ(second, 4) << "behind the four of the first";
    EXPECT_EQ(directory.reserve(question(one, Directory::no_rank, 3, 4)), first);
    EXPECT_EQ(directory.reserve(question(other, Directory::no_rank, 2, 1)), second);
    EXPECT_EQ(directory.reserve(question(one, Directory::no_rank, 3, 4)), first);
    for (int requested = 0; requested < 3; ++requested)
        EXPECT_EQ(directory.reserve(question(one, Directory::no_rank, 3, 4)), 5)
            << "all had asked: a new entry";
}

TEST(Directory, WhoAsksAgainIsInTheNextRound) {
    Directory directory;
    const int key = 7;
    const int first = directory.reserve(question(key, 0, 2));
    const int second = directory.reserve(question(key, 0, 2));
    EXPECT_NE(first, second);
    EXPECT_EQ(directory.reserve(question(key, 1, 2)), first);
    EXPECT_EQ(directory.reserve(question(key, 1, 2)), second);
}

TEST(Directory, OneAloneGetsNumbersOfItsOwn) {
    Directory directory;
    EXPECT_EQ(directory.reserve({nullptr, 0, Directory::no_rank, 1, 2}), 0);
    EXPECT_EQ(directory.reserve({nullptr, 0, Directory::no_rank, 1, 2}), 2);
}

TEST(Directory, RepliesToThreadsAtOnce) {
    constexpr int threads = 4;
    constexpr int rounds = 1000;
    Directory directory;
    std::vector<std::vector<int>> numbers(threads);
    std::vector<std::thread> all;
    for (int thread = 0; thread < threads; ++thread)
        all.emplace_back([&, thread] {
            for (int round = 0; round < rounds; ++round)
                numbers[static_cast<std::size_t>(thread)].push_back(
                    directory.reserve(question(round, thread, threads)));
        });
    for (std::thread& thread : all) thread.join();
    for (const auto& mine : numbers) EXPECT_EQ(mine, numbers.front());
    EXPECT_EQ(std::set<int>(numbers[0].begin(), numbers[0].end()).size(), std::size_t{rounds});
}

} // namespace
} // namespace sartor::process
