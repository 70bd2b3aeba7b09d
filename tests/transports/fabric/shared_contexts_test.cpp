// Contexts of communicators that ranks of several processes make together.
#include "transports/fabric/shared_contexts.hpp"

#include <set>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

namespace {

using sartor::channel::fabric::SharedContexts;
using sartor::process::Directory;

// Two processes, each with a mapping of its own.
class SharedContextsTest : public testing::Test {
  protected:
    SharedContextsTest() {
        const int descriptor = memfd_create("contexts", 0);
        EXPECT_EQ(ftruncate(descriptor, static_cast<off_t>(SharedContexts::bytes())), 0);
        EXPECT_TRUE(first_.map(descriptor, 0) && second_.map(descriptor, 0));
        close(descriptor);
    }
    static Directory::Question child(const int (&key)[2], int requesters) {
        return {key, sizeof key, Directory::no_rank, requesters, 2};
    }
    static bool nobody(int) { return false; }
    int by_first(const Directory::Question& question) { return first_.reserve(question, 0, &nobody); }
    int by_second(const Directory::Question& question) { return second_.reserve(question, 1, &nobody); }

    SharedContexts first_, second_;
};

TEST_F(SharedContextsTest, AllRanksOfACommunicatorGetTheSame) {
    const int one[] = {1, 0}, other[] = {1, 1};
    const int number = by_first(child(one, 3));
    const int next = by_second(child(other, 2));
    EXPECT_GE(next, number + 2);
    EXPECT_EQ(by_second(child(one, 3)), number);
    EXPECT_EQ(by_first(child(other, 2)), next);
    EXPECT_EQ(by_first(child(one, 3)), number);
    EXPECT_NE(by_first(child(one, 3)), number) << "all had requested the others";
}

TEST_F(SharedContextsTest, ThoseOfOneRankAreItsOwn) {
    std::set<int> numbers;
    for (int time = 0; time < 5; ++time) {
        numbers.insert(by_first({nullptr, 0, Directory::no_rank, 1, 3}));
        numbers.insert(by_second({nullptr, 0, Directory::no_rank, 1, 3}));
    }
    EXPECT_EQ(numbers.size(), 10U);
    for (const int number : numbers)
        EXPECT_FALSE(numbers.contains(number + 1) || numbers.contains(number + 2));
}

TEST_F(SharedContextsTest, OtherKeysAreForTheDirectory) {
    const int key[] = {1, 0};
    EXPECT_TRUE(SharedContexts::serve(child(key, 3)));
    EXPECT_FALSE(SharedContexts::serve({"a name", 6, Directory::no_rank, 3, 2}));
    EXPECT_FALSE(SharedContexts::serve({key, sizeof key, 1, 3, 2}))
        << "a rank may ask again under the same key";
    EXPECT_TRUE(SharedContexts::serve({nullptr, 0, Directory::no_rank, 1, 2}));
}

TEST_F(SharedContextsTest, ManyAreOpenAtATime) {
    constexpr int count = 1000;
    std::vector<int> numbers;
    for (int number = 0; number < count; ++number) {
        const int key[] = {7, number};
        numbers.push_back(by_first(child(key, 2)));
    }
    for (int number = count - 1; number >= 0; --number) {
        const int key[] = {7, number};
        EXPECT_EQ(by_second(child(key, 2)), numbers[static_cast<std::size_t>(number)]);
    }
}

TEST_F(SharedContextsTest, ThreadsOfBothAgree) {
    constexpr int rounds = 500;
    std::vector<std::vector<int>> seen(4);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&, thread] {
            for (int round = 0; round < rounds; ++round) {
                const int key[] = {3, round};
                seen[static_cast<std::size_t>(thread)].push_back(thread % 2 == 0 ? by_first(child(key, 4))
                                                                                 : by_second(child(key, 4)));
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (int thread = 1; thread < 4; ++thread) EXPECT_EQ(seen[static_cast<std::size_t>(thread)], seen[0]);
}

TEST_F(SharedContextsTest, WhatAProcessThatHasFailedHadLockedIsTakenOver) {
    // The lock is the first word: process 5 has died inside.
    const int descriptor = memfd_create("contexts", 0);
    ASSERT_EQ(ftruncate(descriptor, static_cast<off_t>(SharedContexts::bytes())), 0);
    const std::uint32_t holder = 5 + 1;
    ASSERT_EQ(pwrite(descriptor, &holder, sizeof holder, 0), static_cast<ssize_t>(sizeof holder));
    SharedContexts contexts;
    ASSERT_TRUE(contexts.map(descriptor, 0));
    close(descriptor);
    const int key[] = {1, 1};
    EXPECT_EQ(contexts.reserve(child(key, 2), 0, [](int process) { return process == 5; }),
              SharedContexts::first);
    EXPECT_EQ(contexts.reserve(child(key, 2), 0, &nobody), SharedContexts::first);
}

} // namespace
