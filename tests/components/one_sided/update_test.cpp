// What accumulates do to their target, with elements that have gaps in memory and data that lie in pieces.
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "components/envelope/scattered.hpp"
#include "components/envelope/storage.hpp"
#include "components/one_sided/update.hpp"

namespace sartor::one_sided {
namespace {

using envelope::Contiguous;
using envelope::Scattered;

void add(const void* from, void* into, std::size_t count) {
    for (std::size_t index = 0; index < count; ++index)
        static_cast<int*>(into)[index] += static_cast<const int*>(from)[index];
}
constexpr Update sum{Change::join, &add, sizeof(int), sizeof(int), sizeof(int), sizeof(int)};
constexpr const Contiguous* no_result = nullptr;

template <class Numbers>
Contiguous all_of(Numbers& numbers) {
    return {numbers.data(), numbers.size() * sizeof numbers[0]};
}

TEST(Update, JoinsWhereTheDataLie) {
    std::array target{1, 2, 3};
    std::array operands{10, 20, 30};
    std::array before{0, 0, 0};
    const Contiguous result = all_of(before);
    EXPECT_TRUE(update(all_of(target), all_of(operands), &result, sum));
    EXPECT_EQ(target, (std::array{11, 22, 33}));
    EXPECT_EQ(before, (std::array{1, 2, 3}));
    EXPECT_TRUE(update(all_of(target), all_of(operands), no_result, sum));
    EXPECT_EQ(target, (std::array{21, 42, 63}));
}

TEST(Update, ReplacesOrOnlyReads) {
    std::array target{1, 2};
    std::array operands{10, 20};
    std::array before{0, 0};
    const Contiguous result = all_of(before);
    EXPECT_TRUE(update(all_of(target), all_of(operands), &result, Update{Change::replace}));
    EXPECT_EQ(target, operands);
    EXPECT_EQ(before, (std::array{1, 2}));
    EXPECT_TRUE(update(all_of(target), Contiguous{}, &result, Update{Change::nothing}));
    EXPECT_EQ(before, operands);
    EXPECT_EQ(target, operands);
}

// A value and its index, as MPI_DOUBLE_INT: 12 bytes of data in 16 of memory.
struct Pair {
    double value;
    int index;
};
void take_larger(const void* from, void* into, std::size_t count) {
    for (std::size_t index = 0; index < count; ++index) {
        const Pair& one = static_cast<const Pair*>(from)[index];
        Pair& other = static_cast<Pair*>(into)[index];
        if (one.value > other.value) other = one;
    }
}

TEST(Update, SpreadsElementsWhoseDataHaveNoGaps) {
    constexpr std::size_t data_bytes = sizeof(double) + sizeof(int);
    const Update largest{Change::join, &take_larger, data_bytes, sizeof(Pair), data_bytes, data_bytes};
    const auto pack = [&](std::vector<Pair> pairs) {
        std::vector<char> data(pairs.size() * data_bytes);
        for (std::size_t index = 0; index < pairs.size(); ++index)
            std::memcpy(data.data() + index * data_bytes, &pairs[index], data_bytes);
        return data;
    };
    auto target = pack({{1.5, 1}, {9.5, 2}, {3.5, 3}});
    auto operands = pack({{2.5, 10}, {4.5, 20}, {7.5, 30}});
    EXPECT_TRUE(update(all_of(target), all_of(operands), no_result, largest));
    EXPECT_EQ(target, pack({{2.5, 10}, {9.5, 2}, {7.5, 30}}));
}

// A gap between the two, as in MPI_SHORT_INT.
struct ShortPair {
    short value;
    int index;
};
void swap_in(const void* from, void* into, std::size_t count) {
    std::memcpy(into, from, count * sizeof(ShortPair));
}

TEST(Update, KnowsAGapInTheMiddle) {
    constexpr std::size_t data_bytes = sizeof(short) + sizeof(int);
    const Update update_all{Change::join,      &swap_in,      data_bytes,
                            sizeof(ShortPair), sizeof(short), offsetof(ShortPair, index)};
    std::array<char, 2 * data_bytes> target{};
    std::array<char, 2 * data_bytes> operands{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    EXPECT_TRUE(update(all_of(target), all_of(operands), no_result, update_all));
    EXPECT_EQ(target, operands);
}

TEST(Update, ReachesDataInPieces) {
    std::array target{1, 0, 2, 0, 3, 0};
    std::array operands{10, 20, 30};
    layout::Shape number = layout::one_run(sizeof(int));
    const layout::Shape every_second = layout::repeated(number, 3, 2 * sizeof(int));
    const Scattered pieces{target.data(), 3 * sizeof(int), layout::keep(every_second)};
    const Scattered data{operands.data(), sizeof operands};
    EXPECT_TRUE(update(pieces, data, static_cast<const Scattered*>(nullptr), sum));
    EXPECT_EQ(target, (std::array{11, 0, 22, 0, 33, 0}));
    int visited = 0;
    pieces.for_each_piece([&](const void* address, std::size_t length) {
        EXPECT_EQ(address, target.data() + 2 * visited);
        EXPECT_EQ(length, sizeof(int));
        ++visited;
    });
    EXPECT_EQ(visited, 3);
}

} // namespace
} // namespace sartor::one_sided
