// Common bytes of shapes, against the same question put to each byte.
#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "components/datatype/constructors/indexed.hpp"
#include "components/datatype/constructors/vector.hpp"
#include "components/layout/overlap.hpp"
#include "tests/components/layout/elements.hpp"

namespace {

using namespace sartor::datatype;
using namespace sartor::layout;
using sartor::test::element;

constexpr std::uintptr_t middle = std::uintptr_t{1} << 40;

std::vector<std::uintptr_t> bytes_of(const Layout& layout, std::uintptr_t base) {
    std::vector<std::uintptr_t> bytes;
    auto add = [&](std::ptrdiff_t offset, std::size_t length) {
        for (std::size_t byte = 0; byte < length; ++byte)
            bytes.push_back(base + static_cast<std::uintptr_t>(offset) + byte);
        return true;
    };
    for_each_run(*layout.shape, layout.offset, add);
    return bytes;
}

std::uintptr_t address_of(const Layout& layout, std::uintptr_t base) {
    return base + static_cast<std::uintptr_t>(layout.offset);
}

class RandomElements {
  public:
    explicit RandomElements(unsigned seed) : random_(seed) {}

    long number(long least, long most) { return std::uniform_int_distribution<long>(least, most)(random_); }

    Element<Layout> make(int levels) {
        if (levels == 0) return element(static_cast<std::size_t>(number(1, 9)));
        const Element<Layout> inner = make(levels - 1);
        switch (number(0, 3)) {
        case 0:
            return repeated(inner, number(1, 5), number(-40, 40));
        case 1:
            return vector(inner, number(1, 6), number(1, 3), number(-60, 90));
        case 2: {
            std::vector<long> lengths, offsets;
            for (long block = number(1, 6); block > 0; --block) {
                lengths.push_back(number(1, 3));
                offsets.push_back(is_sorted_ ? (offsets.empty() ? 0 : offsets.back() + number(1, 9))
                                             : number(-30, 30));
            }
            return indexed(
                inner, lengths.size(), [&](std::size_t block) { return lengths[block]; },
                [&](std::size_t block) { return offsets[block]; }, number(1, 30));
        }
        default: {
            ElementList list;
            for (long part = number(1, 3); part > 0; --part)
                list.add(make(levels - 1), number(-200, 200), number(1, 20));
            return list.element();
        }
        }
    }
    void sort(bool sorted) { is_sorted_ = sorted; }

  private:
    std::mt19937 random_;
    bool is_sorted_ = false;
};

TEST(Overlap, OfRandomShapesIsThatOfTheirBytes) {
    int common = 0;
    int twice = 0;
    constexpr int rounds = 4000;
    for (unsigned seed = 1; seed <= rounds; ++seed) {
        RandomElements elements(seed);
        elements.sort(seed % 2 == 0);
        const Layout one = elements.make(static_cast<int>(elements.number(0, 3))).where;
        const Layout other = elements.make(static_cast<int>(elements.number(0, 3))).where;
        ASSERT_TRUE(one.shape && other.shape) << "seed " << seed;
        const std::uintptr_t there = middle + static_cast<std::uintptr_t>(elements.number(0, 400)) - 200;
        const auto bytes = bytes_of(one, middle);
        const auto their_bytes = bytes_of(other, there);
        const std::set<std::uintptr_t> all(bytes.begin(), bytes.end());

        const PieceSpan span = span_of(*one.shape, address_of(one, middle));
        EXPECT_EQ(span.first, *all.begin()) << "seed " << seed;
        EXPECT_EQ(span.behind, *all.rbegin() + 1) << "seed " << seed;

        const bool is_common = std::any_of(their_bytes.begin(), their_bytes.end(),
                                           [&](std::uintptr_t byte) { return all.count(byte) > 0; });
        EXPECT_EQ(
            have_common_byte(*one.shape, address_of(one, middle), *other.shape, address_of(other, there)),
            is_common)
            << "seed " << seed;
        EXPECT_EQ(
            have_common_byte(*other.shape, address_of(other, there), *one.shape, address_of(one, middle)),
            is_common)
            << "seed " << seed;
        const PieceSpan stretch(reinterpret_cast<const void*>(there), 1 + seed % 50);
        const auto first_in_stretch = all.lower_bound(stretch.first);
        EXPECT_EQ(have_common_byte(*one.shape, address_of(one, middle), stretch),
                  first_in_stretch != all.end() && *first_in_stretch < stretch.behind)
            << "seed " << seed;
        EXPECT_EQ(has_byte_twice(*one.shape), all.size() != bytes.size()) << "seed " << seed;
        common += is_common;
        twice += all.size() != bytes.size();
    }
    EXPECT_GT(common, rounds / 10);
    EXPECT_LT(common, rounds * 9 / 10);
    EXPECT_GT(twice, rounds / 10);
    EXPECT_LT(twice, rounds * 9 / 10);
}

// Faces of a cube, of 10^18 numbers: byte by byte this would not end.
TEST(Overlap, OfFacesOfALargeCube) {
    constexpr std::int64_t side = 1000000;
    constexpr std::int64_t row = 8 * side;
    constexpr std::int64_t plane = row * side;
    const Element<Layout> x = repeated(repeated(element(8), side, row), side, plane);
    const Element<Layout> y = repeated(element(static_cast<std::size_t>(row - 8)), side, plane);
    const Shape& faces = *x.where.shape;
    EXPECT_FALSE(have_common_byte(faces, middle, faces, middle + 8));
    EXPECT_TRUE(have_common_byte(faces, middle, faces, middle + 7));
    EXPECT_TRUE(have_common_byte(faces, middle, *y.where.shape, middle));
    EXPECT_FALSE(have_common_byte(faces, middle, *y.where.shape, middle + 8));
    EXPECT_FALSE(has_byte_twice(faces));
}

} // namespace
