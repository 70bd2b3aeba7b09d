// Changes of data change their digest.
#include "components/envelope/digest.hpp"

#include <array>
#include <cstring>
#include <ostream>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "components/envelope/storage.hpp"
#include "runtime/architecture/digests.hpp"

namespace sartor::envelope {
namespace {

struct Order {
    bool operator()(const Digest& one, const Digest& other) const noexcept {
        return std::pair(one.low, one.high) < std::pair(other.low, other.high);
    }
};
using Digests = std::set<Digest, Order>;

// By all that this processor has.
struct Way {
    const char* name;
    Digest (*digest)(const char*, std::size_t);
};
std::ostream& operator<<(std::ostream& out, const Way& way) {
    return out << way.name;
}
std::vector<Way> ways() {
    std::vector<Way> found{
        {"any", [](const char* data, std::size_t bytes) { return digest_of(data, bytes); }},
        {"words", internal::digest_by_words}};
    using architecture::Digests;
    for (std::size_t way = 0; way < Digests::what_runs(); ++way)
        found.push_back({Digests::ways[way].name, Digests::ways[way].digest});
    return found;
}
struct DigestBy : testing::TestWithParam<Way> {
    template <class Value, std::size_t count>
    [[nodiscard]] static Digest digest(const std::array<Value, count>& data,
                                       std::size_t bytes = sizeof data) {
        return GetParam().digest(reinterpret_cast<const char*>(data.data()), bytes);
    }
    // Signs of each two of the numbers are changed.
    template <std::size_t count>
    static void expect_no_signs_cancel() {
        std::array<double, count> data{};
        for (std::size_t one = 0; one < count; ++one) data[one] = static_cast<double>(one + 1);
        Digests seen{digest(data)};
        for (std::size_t one = 0; one < count; ++one)
            for (std::size_t other = 0; other < one; ++other) {
                data[one] = -data[one];
                data[other] = -data[other];
                EXPECT_TRUE(seen.insert(digest(data)).second) << count << ": " << one << ", " << other;
                data[one] = -data[one];
                data[other] = -data[other];
            }
    }
};
INSTANTIATE_TEST_SUITE_P(Ways, DigestBy, testing::ValuesIn(ways()));

TEST_P(DigestBy, EachBitCounts) {
    std::array<unsigned char, 700> data{};
    for (std::size_t bytes : {1,  3,  4,  7,  8,   9,   15,  16,  17,  24,  31,  32,  33,  47,  48,
                              63, 64, 65, 96, 127, 128, 129, 200, 255, 256, 257, 288, 511, 512, 700}) {
        Digests seen{digest(data, bytes)};
        for (std::size_t bit = 0; bit < 8 * bytes; ++bit) {
            data[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
            EXPECT_TRUE(seen.insert(digest(data, bytes)).second) << bytes << " bytes, bit " << bit;
            data[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
        }
    }
}

TEST_P(DigestBy, ChangedSignsDoNotCancel) {
    expect_no_signs_cancel<3>();
    expect_no_signs_cancel<4>();
    expect_no_signs_cancel<5>();
    expect_no_signs_cancel<8>();
    expect_no_signs_cancel<13>();
    expect_no_signs_cancel<31>();
    expect_no_signs_cancel<50>();
    expect_no_signs_cancel<300>();
}

TEST_P(DigestBy, OrderAndLengthCount) {
    std::array<std::uint64_t, 128> data{};
    Digests seen;
    for (std::size_t bytes = 0; bytes <= sizeof data; ++bytes)
        EXPECT_TRUE(seen.insert(digest(data, bytes)).second) << bytes;
    for (std::size_t place = 0; place < data.size(); ++place) {
        data[place] = 1;
        EXPECT_TRUE(seen.insert(digest(data)).second) << place;
        data[place] = 0;
    }
}

TEST(Digest, OfStretchesOneAfterTheOther) {
    std::array<char, 100> data{};
    std::memset(data.data(), 3, data.size());
    for (std::size_t first : {1, 4, 8, 20, 40, 92, 99}) {
        const auto digest = [&] {
            return digest_of(digest_of(data.data(), first), data.data() + first, data.size() - first);
        };
        Digests seen{digest()};
        for (char& each : data) {
            each = 4;
            EXPECT_TRUE(seen.insert(digest()).second) << first;
            each = 3;
        }
    }
}

// Words of 4 and of 8 bytes, 24 bytes apart.
struct WordsOf : testing::TestWithParam<std::size_t> {
    static constexpr std::size_t distance = 24;
    std::array<unsigned char, 100 * distance> data{};
    struct Words {
        const char* first;
        std::ptrdiff_t distance;
        std::size_t bytes;
    };

    [[nodiscard]] Digest digest(std::size_t number) const {
        const auto* const first = reinterpret_cast<const char*>(data.data());
        return internal::digest_of_distant(Words{first, distance, GetParam()}, number);
    }
};
INSTANTIATE_TEST_SUITE_P(Bytes, WordsOf, testing::Values(4, 8));

TEST_P(WordsOf, EachBitAndTheirNumberCount) {
    Digests seen;
    for (std::size_t number = 1; number <= 100; ++number)
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
    for (const std::size_t number : {2, 3, 4, 5, 8, 100}) {
        Digests seen{digest(number)};
        for (std::size_t one = 0; one < number; ++one)
            for (std::size_t other = 0; other < one; ++other) {
                data[one * distance + 3] ^= 0x80;
                data[other * distance + 3] ^= 0x80;
                EXPECT_TRUE(seen.insert(digest(number)).second) << number << ": " << one << ", " << other;
                data[one * distance + 3] ^= 0x80;
                data[other * distance + 3] ^= 0x80;
            }
    }
}

TEST_P(WordsOf, WhatIsBetweenDoesNotCount) {
    const Digest before = digest(100);
    data[GetParam()] = data[distance - 1] = 1;
    EXPECT_EQ(before, digest(100));
}

TEST(Digest, OfAStorageIsThatOfItsPieces) {
    std::array<char, 100> data{};
    EXPECT_EQ(digest_of(Contiguous{data.data(), 40}), digest_of(data.data(), 40));
}

} // namespace
} // namespace sartor::envelope
