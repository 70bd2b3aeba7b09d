// Sparse tables against the standard's, with keys of several patterns.
#include "emulation/sparse.hpp"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace sartor::machine::manycore {
namespace {

struct Pair {
    std::int64_t first;
    char second;
};

void expect_equal_counts(int (*key)(int step)) {
    Sparse<std::uint32_t> table;
    std::map<int, std::uint32_t> expected;
    for (int step = 0; step < 5000; ++step) EXPECT_EQ(++table[key(step)], ++expected[key(step)]);
    for (const auto& [number, value] : expected) EXPECT_EQ(table[number], value) << number;
}

TEST(Sparse, CountsAsAMapDoes) {
    expect_equal_counts([](int step) { return step % 97; });
    expect_equal_counts([](int step) { return step % 613 << 10; });
    expect_equal_counts([](int step) { return step; });
    expect_equal_counts([](int step) { return INT32_MAX - step % 3; });
    expect_equal_counts([](int step) {
        std::mt19937 random(static_cast<unsigned>(step));
        return static_cast<int>(random() % 1000);
    });
}

TEST(Sparse, ValuesBeginAsZeroAndAgainAfterRelease) {
    Sparse<Pair> table;
    for (int key = 0; key < 100; ++key) {
        EXPECT_EQ(table[key].first, 0);
        table[key] = {key, 'x'};
    }
    for (int key = 0; key < 100; ++key) EXPECT_EQ(table[key].first, key);
    table.release();
    EXPECT_EQ(table[5].first, 0);
    EXPECT_EQ(table[5].second, 0);
}

} // namespace
} // namespace sartor::machine::manycore
