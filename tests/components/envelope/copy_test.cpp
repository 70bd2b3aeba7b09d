// Data are copied, wherever target and source are.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "components/envelope/scattered.hpp"
#include "components/envelope/storage.hpp"

namespace sartor::envelope {
namespace {

constexpr std::size_t page = 4096;

TEST(Copy, AnyNumberOfBytesToAnyPlaceOfAPage) {
    for (const std::size_t bytes : {1, 3, 4, 7, 8, 15, 16, 17, 100, 4095, 4096, 4097, 4150, 8192, 10000})
        for (const std::size_t behind : {0, 1, 8, 16, 31, 32, 63, 64, 2048, 4095}) {
            std::vector<unsigned char> from(bytes), to(4 * page + bytes);
            for (std::size_t index = 0; index < bytes; ++index)
                from[index] = static_cast<unsigned char>(index * 7 % 251 + 1);
            const auto distance =
                reinterpret_cast<std::uintptr_t>(from.data()) - reinterpret_cast<std::uintptr_t>(to.data());
            const std::size_t first = (distance + behind) % page + page;
            copy(&to[first], from.data(), bytes);
            std::vector<unsigned char> expected(to.size());
            std::copy(from.begin(), from.end(), expected.begin() + static_cast<std::ptrdiff_t>(first));
            ASSERT_EQ(to, expected) << bytes << " bytes, " << behind << " behind";
        }
}

template <class Storage>
struct CopyOf : testing::Test {};
using Storages = testing::Types<Contiguous, Scattered>;
TYPED_TEST_SUITE(CopyOf, Storages);

TYPED_TEST(CopyOf, OnePieceToAnyPlaceOfAPage) {
    constexpr std::size_t bytes = 3 * page;
    std::vector<unsigned char> from(bytes), to(6 * page);
    for (std::size_t index = 0; index < bytes; ++index)
        from[index] = static_cast<unsigned char>(index % 251 + 1);
    const TypeParam source{from.data(), bytes};
    for (std::size_t first = 0; first < page; first += 8) {
        std::fill(to.begin(), to.end(), 0);
        const TypeParam target{&to[first], bytes};
        source.copy_part_to(target, page, bytes - page);
        EXPECT_EQ(to[first + page - 1], 0) << first;
        EXPECT_TRUE(std::equal(from.begin() + page, from.end(), &to[first + page])) << first;
        EXPECT_EQ(source.copy_to(target), bytes);
        EXPECT_TRUE(std::equal(from.begin(), from.end(), &to[first])) << first;
        EXPECT_EQ(to[first + bytes], 0) << first;
    }
}

} // namespace
} // namespace sartor::envelope
