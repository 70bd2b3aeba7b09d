// Copies between any two layouts are right.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "components/datatype/constructors/indexed.hpp"
#include "components/datatype/constructors/vector.hpp"
#include "components/layout/copy.hpp"
#include "tests/components/layout/elements.hpp"

namespace {

using namespace sartor::datatype;
using namespace sartor::layout;
using sartor::test::element;

// A random layout with its runs written out.
class RandomLayout {
  public:
    explicit RandomLayout(std::mt19937& random) : random_(random) {}

    Element<Layout> make(int depth) {
        if (depth == 0) return element(static_cast<std::size_t>(1) << between(0, 6));
        const Element<Layout> old = make(depth - 1);
        switch (between(0, 2)) {
        case 0:
            return vector(old, between(1, 20), between(1, 3), old.bounds.extent() * between(1, 5));
        case 1: {
            std::vector<long> lengths, indices;
            long index = between(0, 3);
            for (int block = 0; block < between(1, 30); ++block) {
                lengths.push_back(between(1, 3));
                indices.push_back(index);
                index += lengths.back() + between(0, 2);
            }
            return indexed(
                old, lengths.size(), [&](std::size_t block) { return lengths[block]; },
                [&](std::size_t block) { return indices[block]; }, old.bounds.extent());
        }
        default: {
            ElementList list;
            list.add(old, 0, between(1, 3));
            list.add(make(depth - 1), old.bounds.upper * 4, between(1, 3));
            return list.element();
        }
        }
    }

    int between(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }

  private:
    std::mt19937& random_;
};

std::vector<std::size_t> indices(const Element<Layout>& element) {
    std::vector<std::size_t> all;
    auto add = [&](std::ptrdiff_t offset, std::size_t length) {
        for (std::size_t byte = 0; byte < length; ++byte)
            all.push_back(static_cast<std::size_t>(offset) + byte);
        return true;
    };
    for_each_run(*element.where.shape, element.where.offset, add);
    return all;
}

// Two random layouts, what is copied between them, and what has to come out.
struct RandomCopy {
    explicit RandomCopy(unsigned seed) : random(seed) {
        RandomLayout layouts(random);
        from = layouts.make(layouts.between(1, 4));
        to = seed % 3 == 0 ? from : layouts.make(layouts.between(1, 4));
        source.resize(static_cast<std::size_t>(from.bounds.true_upper));
        std::iota(source.begin(), source.end(), static_cast<unsigned char>(seed));
        target.assign(static_cast<std::size_t>(to.bounds.true_upper), 0xee);
        expected = target;
        const std::vector<std::size_t> from_offsets = indices(from), to_offsets = indices(to);
        EXPECT_EQ(from_offsets.size(), static_cast<std::size_t>(from.bounds.size));
        bytes = std::min(from_offsets.size(), to_offsets.size());
        if (seed % 2 == 0) bytes = static_cast<std::size_t>(layouts.between(0, static_cast<int>(bytes)));
        for (std::size_t byte = 0; byte < bytes; ++byte)
            expected[to_offsets[byte]] = source[from_offsets[byte]];
    }

    [[nodiscard]] static std::uintptr_t base(std::vector<unsigned char>& memory,
                                             const Element<Layout>& element) {
        return reinterpret_cast<std::uintptr_t>(memory.data()) +
               static_cast<std::uintptr_t>(element.where.offset);
    }

    std::mt19937 random;
    Element<Layout> from, to;
    std::vector<unsigned char> source, target, expected;
    std::size_t bytes = 0;
};

TEST(Copies, BetweenAnyTwoLayoutsMoveByteByByte) {
    for (unsigned seed = 1; seed <= 500; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomCopy one(seed);
        copy(*one.to.where.shape, one.base(one.target, one.to), *one.from.where.shape,
             one.base(one.source, one.from), one.bytes);
        ASSERT_EQ(one.target, one.expected);
    }
}

TEST(Copies, InPartsAreTheSame) {
    for (unsigned seed = 1; seed <= 500; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomCopy one(seed);
        for (std::size_t start = 0; start < one.bytes;) {
            const std::size_t part = std::min<std::size_t>(1 + one.random() % 100, one.bytes - start);
            copy_part(*one.to.where.shape, one.base(one.target, one.to), *one.from.where.shape,
                      one.base(one.source, one.from), start, part);
            start += part;
        }
        ASSERT_EQ(one.target, one.expected);
    }
}

// Runs at given offsets with given lengths, in order, and their data with a period that no stride has.
struct Runs {
    std::vector<long> indices, lengths;

    [[nodiscard]] Element<Layout> layout() const {
        return indexed(
            element(1), indices.size(), [this](std::size_t run) { return lengths[run]; },
            [this](std::size_t run) { return indices[run]; }, 1);
    }
    [[nodiscard]] long lowest() const { return std::ranges::min(indices); }
    [[nodiscard]] std::size_t span() const {
        long highest = 0;
        for (std::size_t run = 0; run < indices.size(); ++run)
            highest = std::max(highest, indices[run] + lengths[run]);
        return static_cast<std::size_t>(highest - lowest());
    }
    [[nodiscard]] std::vector<unsigned char> packed(const std::vector<unsigned char>& memory) const {
        std::vector<unsigned char> data;
        const long begin = lowest();
        for (std::size_t run = 0; run < indices.size(); ++run) {
            const auto from = memory.begin() + (indices[run] - begin);
            data.insert(data.end(), from, from + lengths[run]);
        }
        return data;
    }
};

void expect_copies_are_complete(const Runs& runs) {
    const Element<Layout> type = runs.layout();
    std::vector<unsigned char> from(runs.span()), to(runs.span());
    for (std::size_t byte = 0; byte < from.size(); ++byte)
        from[byte] = static_cast<unsigned char>(byte % 251);
    const std::vector<unsigned char> expected = runs.packed(from);
    std::vector<unsigned char> dense(expected.size());
    const auto base = [&](std::vector<unsigned char>& bytes) {
        return reinterpret_cast<std::uintptr_t>(bytes.data()) - static_cast<std::uintptr_t>(runs.lowest()) +
               static_cast<std::uintptr_t>(type.where.offset);
    };
    const Shape piece = one_run(expected.size());
    const auto index = reinterpret_cast<std::uintptr_t>(dense.data());
    copy(piece, index, *type.where.shape, base(from), expected.size());
    ASSERT_EQ(dense, expected) << "gathered";
    copy(*type.where.shape, base(to), piece, index, expected.size());
    ASSERT_EQ(runs.packed(to), expected) << "scattered";
    std::ranges::fill(to, static_cast<unsigned char>(0));
    copy(*type.where.shape, base(to), *type.where.shape, base(from), expected.size());
    ASSERT_EQ(runs.packed(to), expected) << "from runs to runs";
}

// Short runs in a list that lie beyond the caches are gathered in portions: in order and not.
TEST(Copies, OfManyShortRunsAreComplete) {
    for (const long length : {8L, 24L})
        for (const bool in_order : {true, false}) {
            SCOPED_TRACE("runs of " + std::to_string(length) +
                         (in_order ? ", in order" : ", the halves turned"));
            Runs runs;
            const long count = (2L << 20) / length + 77;
            for (long run = 0; run < count; ++run) {
                const long number = in_order ? run : (run + count / 2) % count;
                runs.indices.push_back((2 * number + (number * 7 + number / 3) % 2) * (length + 1));
                runs.lengths.push_back(length);
            }
            expect_copies_are_complete(runs);
        }
}

// Long runs that lie beyond the caches are asked for ahead of the copy: to the last,
// forward and backward, regular, in lists, and of different lengths.
TEST(Copies, OfManyLongRunsAreComplete) {
    constexpr long total = (2L << 20) + 5000;
    enum class Kind { regular, listed, ragged };
    for (const long length : {136L, 1024L})
        for (const long step : {2 * length, -3 * length})
            for (const Kind kind : {Kind::regular, Kind::listed, Kind::ragged}) {
                SCOPED_TRACE("runs of " + std::to_string(length) + ", one each " + std::to_string(step) +
                             ", kind " + std::to_string(static_cast<int>(kind)));
                Runs runs;
                for (long run = 0; run < total / length; ++run) {
                    const long odd = run % 3 == 1 ? 1 : 0;
                    runs.indices.push_back(run * step + (kind == Kind::listed && step > length ? odd : 0));
                    runs.lengths.push_back(length - (kind == Kind::ragged ? odd : 0));
                }
                if (kind == Kind::ragged) runs.lengths.back() += 3 * length; // as long as several
                expect_copies_are_complete(runs);
            }
}

} // namespace
