// Changes of data change their digest.
#include "components/envelope/digest.hpp"

#include <array>
#include <cstring>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "components/envelope/storage.hpp"

namespace sartor::envelope {
namespace {

struct Order {
    bool operator()(const Digest& one, const Digest& other) const noexcept {
        return std::pair(one.low, one.high) < std::pair(other.low, other.high);
    }
};
using Digests = std::set<Digest, Order>;

// With what this processor has, and without.
struct DigestBy : testing::TestWithParam<bool> {
    [[nodiscard]] static Digest digest(Digest before, const void* data, std::size_t bytes) {
        return GetParam() ? digest_of(before, data, bytes)
                          : internal::digest_by_words(before, static_cast<const char*>(data), bytes);
    }
};
INSTANTIATE_TEST_SUITE_P(ThisProcessorOrWords, DigestBy, testing::Bool());

TEST_P(DigestBy, EachBitCounts) {
    std::array<unsigned char, 700> data{};
    for (std::size_t bytes : {1, 3, 4, 7, 8, 9, 15, 16, 63, 64, 65, 127, 128, 200, 255, 256, 257, 700}) {
        Digests seen{digest({}, data.data(), bytes)};
        for (std::size_t bit = 0; bit < 8 * bytes; ++bit) {
            data[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
            EXPECT_TRUE(seen.insert(digest({}, data.data(), bytes)).second) << bytes << " bytes, bit " << bit;
            data[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
        }
    }
}

TEST_P(DigestBy, ChangedSignsDoNotCancel) {
    std::array<double, 300> data{};
    for (std::size_t one = 0; one < data.size(); ++one) data[one] = static_cast<double>(one + 1);
    Digests seen{digest({}, data.data(), sizeof data)};
    for (std::size_t one = 0; one < data.size(); ++one)
        for (std::size_t other = 0; other < one; ++other) {
            data[one] = -data[one];
            data[other] = -data[other];
            EXPECT_TRUE(seen.insert(digest({}, data.data(), sizeof data)).second) << one << ", " << other;
            data[one] = -data[one];
            data[other] = -data[other];
        }
}

TEST_P(DigestBy, OrderAndLengthCount) {
    std::array<std::uint64_t, 128> data{};
    Digests seen;
    for (std::size_t bytes = 0; bytes <= sizeof data; ++bytes)
        EXPECT_TRUE(seen.insert(digest({}, data.data(), bytes)).second) << bytes;
    for (std::size_t place = 0; place < data.size(); ++place) {
        data[place] = 1;
        EXPECT_TRUE(seen.insert(digest({}, data.data(), sizeof data)).second) << place;
        data[place] = 0;
    }
}

TEST_P(DigestBy, StretchesOneAfterTheOther) {
    std::array<char, 100> data{};
    std::memset(data.data(), 3, data.size());
    const Digest first = digest({}, data.data(), 40);
    const Digest whole = digest(first, data.data() + 40, 60);
    data[99] = 4;
    EXPECT_NE(whole, digest(first, data.data() + 40, 60));
}

// Words of 4 and of 8 bytes, 24 bytes apart.
struct WordsOf : testing::TestWithParam<std::size_t> {
    static constexpr std::size_t distance = 24;
    std::array<unsigned char, 100 * distance> data{};

    [[nodiscard]] Digest digest(std::size_t number) const {
        const auto* const first = reinterpret_cast<const char*>(data.data());
        return internal::digest_of_words(first, distance, number, GetParam());
    }
};
INSTANTIATE_TEST_SUITE_P(Bytes, WordsOf, testing::Values(4, 8));

TEST_P(WordsOf, EachBitAndTheirNumberCount) {
    Digests seen;
    for (std::size_t number = 0; number <= 100; ++number)
        EXPECT_TRUE(seen.insert(digest(number)).second) << number;
    for (std::size_t number : {1, 2, 3, 4, 7, 15, 16, 17, 31, 32, 33, 100})
        for (std::size_t bit = 0; bit < 8 * GetParam() * number; ++bit) {
            const std::size_t place = bit / 8 / GetParam() * distance + bit / 8 % GetParam();
            data[place] ^= static_cast<unsigned char>(1U << bit % 8);
            EXPECT_TRUE(seen.insert(digest(number)).second) << number << " words, bit " << bit;
            data[place] ^= static_cast<unsigned char>(1U << bit % 8);
        }
}

TEST_P(WordsOf, TwoChangesDoNotCancel) {
    Digests seen{digest(100)};
    for (std::size_t one = 0; one < 100; ++one)
        for (std::size_t other = 0; other < one; ++other) {
            data[one * distance + 3] ^= 0x80;
            data[other * distance + 3] ^= 0x80;
            EXPECT_TRUE(seen.insert(digest(100)).second) << one << ", " << other;
            data[one * distance + 3] ^= 0x80;
            data[other * distance + 3] ^= 0x80;
        }
}

TEST_P(WordsOf, WhatIsBetweenDoesNotCount) {
    const Digest before = digest(100);
    data[GetParam()] = data[distance - 1] = 1;
    EXPECT_EQ(before, digest(100));
}

TEST(Digest, OfAStorageIsThatOfItsPieces) {
    std::array<char, 100> data{};
    EXPECT_EQ(digest_of(Contiguous{data.data(), 40}), digest_of({}, data.data(), 40));
}

} // namespace
} // namespace sartor::envelope
