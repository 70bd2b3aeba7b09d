// Changes of data change their digest.
#include "components/envelope/digest.hpp"

#include <array>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "components/envelope/storage.hpp"

namespace sartor::envelope {
namespace {

TEST(Digest, EachBitCounts) {
    std::array<unsigned char, 200> data{};
    for (std::size_t bytes : {1, 7, 8, 9, 63, 64, 65, 127, 128, 200}) {
        std::set<std::uint64_t> seen{digest_of(0, data.data(), bytes)};
        for (std::size_t bit = 0; bit < 8 * bytes; ++bit) {
            data[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
            EXPECT_TRUE(seen.insert(digest_of(0, data.data(), bytes)).second)
                << bytes << " bytes, bit " << bit;
            data[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
        }
    }
}

TEST(Digest, ChangedSignsDoNotCancel) {
    std::array<double, 64> data{};
    for (std::size_t one = 0; one < data.size(); ++one) data[one] = static_cast<double>(one + 1);
    std::set<std::uint64_t> seen{digest_of(0, data.data(), sizeof data)};
    for (std::size_t one = 0; one < data.size(); ++one)
        for (std::size_t other = 0; other < one; ++other) {
            data[one] = -data[one];
            data[other] = -data[other];
            EXPECT_TRUE(seen.insert(digest_of(0, data.data(), sizeof data)).second) << one << ", " << other;
            data[one] = -data[one];
            data[other] = -data[other];
        }
}

TEST(Digest, OrderAndLengthCount) {
    std::array<std::uint64_t, 32> data{};
    std::set<std::uint64_t> seen;
    for (std::size_t bytes = 0; bytes <= sizeof data; ++bytes)
        EXPECT_TRUE(seen.insert(digest_of(0, data.data(), bytes)).second) << bytes;
    for (std::size_t place = 0; place < data.size(); ++place) {
        data[place] = 1;
        EXPECT_TRUE(seen.insert(digest_of(0, data.data(), sizeof data)).second) << place;
        data[place] = 0;
    }
}

TEST(Digest, StretchesOneAfterTheOther) {
    std::array<char, 100> data{};
    std::memset(data.data(), 3, data.size());
    const std::uint64_t first = digest_of(0, data.data(), 40);
    const std::uint64_t whole = digest_of(first, data.data() + 40, 60);
    data[99] = 4;
    EXPECT_NE(whole, digest_of(first, data.data() + 40, 60));
    EXPECT_EQ(digest_of(Contiguous{data.data(), 40}), first);
}

} // namespace
} // namespace sartor::envelope
