// Data are copied, wherever target and source are.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

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

} // namespace
} // namespace sartor::envelope
