// Geometry of puts and gets, words, queues and the directory of the AOS layer.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "components/one_sided/aos/blocks.hpp"
#include "components/one_sided/aos/segment.hpp"

namespace sartor::aos {
namespace {

Blocks blocks(std::size_t bytes, std::size_t count, std::ptrdiff_t remote, std::ptrdiff_t local) {
    return {bytes, {count, 1, 1}, {remote, 0, 0}, {local, 0, 0}};
}

TEST(Blocks, OneLiesWithinUpToTheEnd) {
    EXPECT_TRUE(lies_within(blocks(8, 1, 0, 0), 24, 32));
    EXPECT_FALSE(lies_within(blocks(8, 1, 0, 0), 25, 32));
    EXPECT_FALSE(lies_within(blocks(33, 1, 0, 0), 0, 32));
    EXPECT_FALSE(lies_within(blocks(8, 1, 0, 0), SIZE_MAX, 32));
}

TEST(Blocks, NothingLiesWithinEverywhereButBehindTheEnd) {
    EXPECT_TRUE(lies_within(blocks(0, 5, 100, 0), 32, 32));
    EXPECT_TRUE(lies_within(blocks(8, 0, 100, 0), 0, 32));
    EXPECT_FALSE(lies_within(blocks(8, 0, 0, 0), 33, 32));
}

TEST(Blocks, NegativeStridesReachDownToTheBeginning) {
    EXPECT_TRUE(lies_within(blocks(8, 3, -8, 0), 16, 24));
    EXPECT_FALSE(lies_within(blocks(8, 3, -8, 0), 15, 24));
    EXPECT_FALSE(lies_within(blocks(8, 4, -8, 0), 16, 24));
}

TEST(Blocks, NumbersThatOverflowDoNotLieWithin) {
    EXPECT_FALSE(lies_within(blocks(8, SIZE_MAX, 8, 0), 0, 1024));
    EXPECT_FALSE(lies_within(blocks(8, SIZE_MAX / 2, INT64_MAX, 0), 0, 1024));
    EXPECT_FALSE(lies_within(blocks(8, std::size_t{1} << 62, 0, 0), 0, 1024))
        << "2^65 bytes, all at one offset";
    const Blocks deep = {1, {2, 2, 2}, {INT64_MAX / 2, INT64_MAX / 2, INT64_MAX / 2}, {}};
    EXPECT_FALSE(lies_within(deep, 0, SIZE_MAX / 2));
}

TEST(Blocks, AllThreeDimensionsAreCopiedBothWays) {
    constexpr int side = 5;
    std::vector<char> remote(side * side * side, '.');
    std::vector<char> local(2 * 3 * 2 * 2);
    std::iota(local.begin(), local.end(), 'a');
    // Two planes of three rows of two blocks of two bytes.
    const Blocks cube = {2, {2, 3, 2}, {3, side, side * side}, {2, 4, 12}};
    ASSERT_TRUE(lies_within(cube, 0, remote.size()));
    EXPECT_EQ(total_bytes(cube), local.size());
    put_blocks(remote.data(), local.data(), cube);
    for (int plane = 0; plane < side; ++plane)
        for (int row = 0; row < side; ++row)
            for (int column = 0; column < side; ++column) {
                const bool inside = plane < 2 && row < 3 && column != 2;
                const int index = plane * 12 + row * 4 + (column > 2 ? column - 1 : column);
                EXPECT_EQ(remote[static_cast<std::size_t>((plane * side + row) * side + column)],
                          inside ? static_cast<char>('a' + index) : '.')
                    << plane << ' ' << row << ' ' << column;
            }
    std::vector<char> back(local.size());
    get_blocks(remote.data(), back.data(), cube);
    EXPECT_EQ(back, local);
}

TEST(Words, ComparisonsAreTheLanguages) {
    for (const std::int64_t one : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX})
        for (const std::int64_t other : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) {
            EXPECT_EQ(compare(one, SARTOR_AOS_EQUAL, other), one == other);
            EXPECT_EQ(compare(one, SARTOR_AOS_NOT_EQUAL, other), one != other);
            EXPECT_EQ(compare(one, SARTOR_AOS_LESS, other), one < other);
            EXPECT_EQ(compare(one, SARTOR_AOS_LESS_EQUAL, other), one <= other);
            EXPECT_EQ(compare(one, SARTOR_AOS_GREATER, other), one > other);
            EXPECT_EQ(compare(one, SARTOR_AOS_GREATER_EQUAL, other), one >= other);
        }
}

TEST(Words, OperationsOfBothWidthsReturnTheOldValue) {
    for (const int width : {4, 8}) {
        std::int64_t word = 0;
        char* const base = reinterpret_cast<char*>(&word);
        const auto change = [&](int operation, std::int64_t operand, std::int64_t expected = 0) {
            return carry_out(base, {operation, width, 0, operand, expected, nullptr, nullptr});
        };
        EXPECT_EQ(change(SARTOR_AOS_POKE, 5), 0);
        EXPECT_EQ(change(SARTOR_AOS_FETCHADD, -7), 5);
        EXPECT_EQ(change(SARTOR_AOS_PEEK, 0), -2) << "width " << width;
        EXPECT_EQ(change(SARTOR_AOS_CAS, 9, 4), -2);
        EXPECT_EQ(change(SARTOR_AOS_CAS, 9, -2), -2);
        EXPECT_EQ(change(SARTOR_AOS_POSTADD, 1), 9);
        EXPECT_EQ(change(SARTOR_AOS_FETCHCLEAR, 0), 10);
        EXPECT_EQ(word, 0);
    }
}

TEST(Queue, MessagesStayInOrderAroundTheEndOfTheRing) {
    Queue queue;
    queue.message_bytes = sizeof(int);
    queue.slots = 3;
    ASSERT_TRUE(queue.allocate());
    int next = 0;
    int expected = 0;
    for (int round = 0; round < 10; ++round) {
        while (queue.reserve()) {
            queue.store(&next, sizeof next);
            ++next;
        }
        EXPECT_FALSE(queue.has_room());
        for (int taken = 0; taken < 2; ++taken) {
            int message = -1;
            EXPECT_EQ(queue.next_size(), sizeof message);
            queue.take(&message);
            EXPECT_EQ(message, expected++);
        }
    }
    EXPECT_EQ(next - expected, 1);
}

TEST(Segment, DeferredOperationsBecomeReadyInTheOrderInWhichTheyCame) {
    std::int64_t word = 0;
    Segment segment;
    segment.base = reinterpret_cast<char*>(&word);
    Deferred later{};
    Deferred first{};
    Deferred second{};
    later.condition = {0, SARTOR_AOS_GREATER, 5};
    first.condition = second.condition = {0, SARTOR_AOS_EQUAL, 1};
    for (Deferred* one : {&later, &first, &second}) segment.defer(*one);
    EXPECT_EQ(segment.take_ready(), nullptr);
    word = 1;
    EXPECT_EQ(segment.take_ready(), &first);
    EXPECT_EQ(segment.take_ready(), &second);
    EXPECT_EQ(segment.take_ready(), nullptr);
    word = 6;
    EXPECT_EQ(segment.take_ready(), &later);
    segment.defer(first);
    word = 1;
    EXPECT_EQ(segment.take_ready(), &first) << "the list was empty";
}

TEST(Directory, AnIdIsPublishedOnceUntilItIsWithdrawn) {
    Directory<Segment> directory;
    Segment one;
    Segment other;
    one.id = other.id = 4;
    EXPECT_TRUE(directory.publish(one));
    EXPECT_FALSE(directory.publish(other));
    EXPECT_EQ(directory.use(4), &one);
    EXPECT_EQ(directory.use(5), nullptr);
    directory.withdraw(one);
    EXPECT_FALSE(directory.has(4));
    EXPECT_TRUE(one.destroyed.load());
    EXPECT_TRUE(directory.publish(other));
}

} // namespace
} // namespace sartor::aos
