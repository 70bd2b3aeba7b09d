// Numbers of ranks as text.
#include "runtime/rank/rank_ranges.hpp"

#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

namespace {

using sartor::process::RankRanges;

std::string text_of(std::initializer_list<int> numbers, std::size_t room = 200) {
    RankRanges ranges;
    for (const int number : numbers) ranges.add(number);
    std::string text(room, '?');
    text.resize(ranges.write(text.data(), room));
    return text;
}

TEST(RankRanges, NameOneRank) {
    EXPECT_EQ(text_of({3}), "rank 3");
    EXPECT_EQ(text_of({3, 3}), "rank 3");
}

TEST(RankRanges, JoinNeighbours) {
    EXPECT_EQ(text_of({0, 1}), "ranks 0, 1");
    EXPECT_EQ(text_of({0, 2, 3, 4, 5, 6, 7}), "ranks 0, 2-7");
    EXPECT_EQ(text_of({0, 1, 2, 5, 9, 10}), "ranks 0-2, 5, 9, 10");
}

TEST(RankRanges, EndWhereTheyAreTooMany) {
    EXPECT_EQ(text_of({0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34}),
              "ranks 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30 and others");
    EXPECT_EQ(text_of({10, 20, 30}, 10), "ranks 10,");
}

} // namespace
