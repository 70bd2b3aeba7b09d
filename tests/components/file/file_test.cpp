// Views against positions that are counted byte by byte, and accesses of random pieces against a model of the
// file.
#include "components/file/view.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

#include "components/file/access.hpp"
#include "components/file/coverage.hpp"
#include "components/file/exchange.hpp"
#include "components/file/parts.hpp"

namespace sartor::file {
namespace {

struct Run {
    std::ptrdiff_t offset;
    std::size_t length;
};
using Runs = std::vector<Run>;

layout::Layout layout_of(const Runs& runs) {
    layout::RunList list;
    for (const Run& run : runs) list.add(run.offset, run.length);
    return list.layout();
}

// The position of each byte of a view's data, of so many filetypes.
std::vector<std::int64_t> positions_of(const Runs& runs, std::int64_t displacement, std::int64_t extent,
                                       int tiles) {
    std::vector<std::int64_t> positions;
    for (int tile = 0; tile < tiles; ++tile)
        for (const Run& run : runs)
            for (std::size_t byte = 0; byte < run.length; ++byte)
                positions.push_back(displacement + tile * extent + run.offset +
                                    static_cast<std::int64_t>(byte));
    return positions;
}

// Runs with gaps, and an extent behind the last.
struct Pattern {
    Runs runs;
    std::int64_t extent = 0;

    explicit Pattern(std::mt19937& random) {
        const auto draw = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
        std::ptrdiff_t at = draw(20);
        for (int number = 1 + draw(6); number > 0; --number) {
            const int length = 1 + draw(30);
            runs.push_back({at, static_cast<std::size_t>(length)});
            at += length + draw(40);
        }
        extent = at + draw(10);
    }
};

TEST(View, FindsEachByte) {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const Pattern pattern(random);
        const View view(7, 1, layout_of(pattern.runs), pattern.extent);
        const auto positions = positions_of(pattern.runs, 7, pattern.extent, 4);
        ASSERT_TRUE(view.pieces(0, positions.size()).sorted);
        for (std::size_t byte = 0; byte < positions.size(); ++byte) {
            const auto offset = static_cast<std::int64_t>(byte);
            ASSERT_EQ(view.position_of(offset), positions[byte]);
            ASSERT_EQ(view.bytes_before(positions[byte]), offset);
            ASSERT_EQ(view.bytes_before(positions[byte] + 1), offset + 1);
        }
        EXPECT_EQ(view.bytes_before(0), 0);
    }
}

TEST(View, OfTheWholeFileIsOneStretch) {
    const Pieces pieces = View().pieces(100, std::size_t{1} << 40);
    EXPECT_TRUE(pieces.is_one_run());
    EXPECT_EQ(pieces.first(), 100u);
    EXPECT_EQ(View().bytes_before(12345), 12345);
}

TEST(View, MayBeEmpty) {
    const View view(100, 4, layout_of({}), 0);
    EXPECT_TRUE(view.is_empty());
    EXPECT_EQ(view.position_of(3), 100);
    EXPECT_EQ(view.bytes_before(1000), 0);
    EXPECT_EQ(view.pieces(0, 0).bytes, 0U);
}

TEST(View, SaysInWhichOrderItsPiecesAre) {
    EXPECT_FALSE(order_of(layout_of({{8, 4}, {0, 4}}), 12).sorted);
    EXPECT_FALSE(order_of(layout_of({{0, 4}, {2, 4}}), 12).separate);
    EXPECT_TRUE(order_of(layout_of({{0, 4}, {2, 4}}), 12).sorted);
    EXPECT_TRUE(order_of(layout_of({{0, 4}, {8, 4}}), 12).tiles_in_order);
    EXPECT_FALSE(order_of(layout_of({{0, 4}, {8, 4}}), 10).tiles_in_order)
        << "the next one begins before its end";
    const Order within = order_of(layout_of({{0, 4}, {8, 4}}), 4);
    EXPECT_FALSE(within.tiles_in_order) << "the next one begins before its last run";
    EXPECT_TRUE(within.sorted && within.separate) << "it is in order itself";
    EXPECT_EQ(order_of(layout_of({{-4, 4}, {8, 4}}), 16).first, -4);
}

TEST(View, KnowsWhatDividesItsPositions) {
    const View view(32, 8, layout_of({{0, 16}, {48, 8}}), 64);
    EXPECT_EQ(view.pieces(8, 32).granules % 16, 8u);
    EXPECT_EQ(view.pieces(4, 32).granules % 8, 4u) << "begins inside of an etype";
}

TEST(Coverage, FindsStretches) {
    char marks[64] = {};
    Coverage covered(marks, 4, 200);
    covered.add(8, 4);
    covered.add(12, 8);
    covered.add(100, 100);
    std::vector<std::pair<std::size_t, std::size_t>> found;
    covered.for_each_stretch([&](Stretch one) {
        found.emplace_back(one.begin, one.end);
        return true;
    });
    EXPECT_EQ(found, (std::vector<std::pair<std::size_t, std::size_t>>{{8, 20}, {100, 200}}));
}

TEST(Plan, JoinsSmallPieces) {
    const Share small{0, 1 << 20, 1 << 20, 1 << 10, 1024};
    EXPECT_TRUE(Plan::of(small, 4, {}, Choice::automatic).exchanges());
    EXPECT_FALSE(Plan::of(small, 1, {}, Choice::automatic).exchanges());
    EXPECT_FALSE(Plan::of(small, 4, {}, Choice::disable).exchanges());
    const Share large{0, 1 << 20, 1 << 20, 4, 1024};
    EXPECT_FALSE(Plan::of(large, 4, {}, Choice::automatic).exchanges());
    EXPECT_TRUE(Plan::of(large, 4, {}, Choice::enable).exchanges());
    const Share sparse{0, 1 << 20, 1 << 10, 1 << 5, 32};
    EXPECT_FALSE(Plan::of(sparse, 4, {}, Choice::automatic).exchanges());
}

TEST(Plan, CoversAllWithoutOverlap) {
    const Share all{5000, 3000000, 2995000, 100000, 8};
    Hints hints;
    hints.cb_nodes = 3;
    hints.cb_buffer_size = 70001; // whole pages are used
    const Plan plan = Plan::of(all, 5, hints, Choice::automatic);
    std::uint64_t next = plan.first;
    EXPECT_LE(plan.first, all.first);
    for (std::uint64_t round = 0; round < plan.rounds(); ++round)
        for (int aggregator = 0; aggregator < plan.aggregators; ++aggregator) {
            if (plan.begin_of(round, aggregator) >= plan.end) continue;
            EXPECT_EQ(plan.begin_of(round, aggregator), next);
            next = plan.end_of(round, aggregator);
        }
    EXPECT_EQ(next, all.end);
}

// An open file of no bytes that has no name any more.
struct Scratch {
    Descriptor descriptor;
    char name[32] = "/tmp/file_test-XXXXXX";

    Scratch() {
        ::close(mkstemp(name));
        EXPECT_EQ(open(name, {true, true, false, false}, descriptor), 0);
        EXPECT_EQ(remove(name), 0);
    }
    ~Scratch() { close(descriptor); }
};

// Writes and reads random parts of a random view, from and to memory with gaps, each in every manner.
TEST(Access, MovesRandomPieces) {
    for (unsigned seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const Pattern there(random), here(random);
        const View view(static_cast<std::int64_t>(random() % 100), 1, layout_of(there.runs), there.extent);
        AccessOptions options;
        options.hints.ds_read = options.hints.ds_write = static_cast<Choice>(seed % 3);
        options.hints.ind_rd_buffer_size = options.hints.ind_wr_buffer_size = 4096;
        options.atomic = seed % 2 == 0;
        const Scratch scratch;
        std::vector<char> model(std::size_t{1} << 16), memory(1 << 20), back(1 << 20);
        std::size_t model_end = 0;
        layout::Layout mine = layout_of(here.runs);
        for (int step = 0; step < 8; ++step) {
            const auto offset = static_cast<std::int64_t>(random() % 3000);
            const std::size_t bytes = random() % 6000 + 1;
            for (char& byte : memory) byte = static_cast<char>(random());
            const std::size_t tiles = bytes / mine.shape->bytes + 1;
            const Pieces from{layout::repeated(*mine.shape, tiles, here.extent),
                              reinterpret_cast<std::uintptr_t>(memory.data()) +
                                  static_cast<std::uintptr_t>(mine.offset),
                              0, bytes};
            const Outcome written = write(scratch.descriptor, view.pieces(offset, bytes), from, options);
            ASSERT_EQ(written.error, 0);
            ASSERT_EQ(written.bytes, bytes);
            for (std::size_t byte = 0; byte < bytes; ++byte) {
                const auto at =
                    static_cast<std::size_t>(view.position_of(offset + static_cast<std::int64_t>(byte)));
                if (at >= model.size()) model.resize(2 * at);
                model[at] = *reinterpret_cast<const char*>(from.address_of(byte));
                model_end = std::max(model_end, at + 1);
            }
            std::vector<char> found(model_end + 1);
            const Outcome whole = read_stretch(scratch.descriptor, 0, found.data(), found.size());
            ASSERT_EQ(whole.bytes, model_end);
            ASSERT_EQ(std::memcmp(found.data(), model.data(), model_end), 0);
            const Pieces to{from.shape,
                            reinterpret_cast<std::uintptr_t>(back.data()) +
                                static_cast<std::uintptr_t>(mine.offset),
                            0, bytes};
            // The same again, and then beyond the end of the file.
            ASSERT_EQ(read(scratch.descriptor, view.pieces(offset, bytes), to, options).bytes, bytes);
            for (std::size_t byte = 0; byte < bytes; ++byte)
                ASSERT_EQ(*reinterpret_cast<const char*>(to.address_of(byte)),
                          *reinterpret_cast<const char*>(from.address_of(byte)));
            const auto last = view.bytes_before(static_cast<std::int64_t>(model_end));
            const std::int64_t beyond = last - static_cast<std::int64_t>(bytes / 2);
            if (beyond >= 0) {
                ASSERT_EQ(read(scratch.descriptor, view.pieces(beyond, bytes), to, options).bytes, bytes / 2);
            }
        }
    }
}

// Of files that are only read the pieces of a view may overlap; a window may end in the middle of two of
// them.
TEST(Access, ReadsPiecesThatOverlap) {
    const View view(0, 1, layout_of({{0, 30}, {20, 30}}), 60);
    const Scratch scratch;
    std::vector<char> content(40'000), found(20'000);
    for (std::size_t at = 0; at < content.size(); ++at) content[at] = static_cast<char>(at * 7 + at / 256);
    ASSERT_EQ(write_stretch(scratch.descriptor, 0, content.data(), content.size()).error, 0);
    AccessOptions options;
    options.hints.ds_read = Choice::enable;
    options.hints.ind_rd_buffer_size = 4096;
    const Pieces memory = Pieces::one(reinterpret_cast<std::uintptr_t>(found.data()), found.size());
    EXPECT_EQ(read(scratch.descriptor, view.pieces(0, found.size()), memory, options).bytes, found.size());
    for (std::size_t byte = 0; byte < found.size(); ++byte)
        ASSERT_EQ(found[byte],
                  content[static_cast<std::size_t>(view.position_of(static_cast<std::int64_t>(byte)))])
            << byte;
    const Share share = Share::of(view.pieces(0, found.size()));
    Hints hints;
    hints.cb_nodes = 2;
    EXPECT_FALSE(Plan::of(share, 2, hints, Choice::enable).exchanges());
}

// A filetype whose extent is shorter than it is: two of them interleave, each is in order.
TEST(Access, MovesPiecesOfFiletypesThatInterleave) {
    const View view(0, 1, layout_of({{0, 4}, {8, 4}}), 4);
    EXPECT_TRUE(view.pieces(0, 8).sorted);
    EXPECT_TRUE(view.pieces(9, 7).sorted);
    EXPECT_FALSE(view.pieces(4, 8).sorted);
    for (const bool atomic : {false, true}) {
        const Scratch scratch;
        AccessOptions options;
        options.hints.ds_read = options.hints.ds_write = Choice::enable;
        options.atomic = atomic;
        char data[] = "abcdefghijklmnop";
        char found[sizeof data] = "";
        const Pieces memory = Pieces::one(reinterpret_cast<std::uintptr_t>(data), 16);
        ASSERT_EQ(write(scratch.descriptor, view.pieces(0, 16), memory, options).bytes, 16U);
        ASSERT_EQ(read_stretch(scratch.descriptor, 0, found, 17).bytes, 16U);
        EXPECT_STREQ(found, "abcdijklefghmnop");
        const Pieces back = Pieces::one(reinterpret_cast<std::uintptr_t>(found), 16);
        ASSERT_EQ(read(scratch.descriptor, view.pieces(0, 16), back, options).bytes, 16U);
        EXPECT_STREQ(found, data);
    }
}

TEST(Parts, JoinsWhatGoesOnRegularly) {
    Parts parts;
    for (std::uint32_t run = 0; run < 10; ++run) ASSERT_TRUE(parts.add({100 + 24 * run, 8, 0, 1}));
    ASSERT_TRUE(parts.add({340, 8, 24, 5}));
    ASSERT_TRUE(parts.add({500, 16, 0, 1}));
    ASSERT_EQ(parts.count(), 2U);
    EXPECT_EQ(parts.runs()[0].count, 15U);
    EXPECT_EQ(parts.runs()[0].stride, 24U);
    EXPECT_EQ(parts.bytes(), 15 * 8 + 16U);
}

TEST(Parts, RefusesWhatIsNotInTheWindow) {
    const auto fits = [](const WindowRuns& runs, std::size_t bytes) {
        return GivenParts{&runs, 1}.are_within(1000, bytes);
    };
    EXPECT_TRUE(fits({0, 10, 100, 10}, 100));
    EXPECT_TRUE(fits({990, 10, 0, 1}, 10));
    EXPECT_FALSE(fits({0, 10, 100, 10}, 90));  // other data than there are
    EXPECT_FALSE(fits({991, 10, 0, 1}, 10));   // beyond the end
    EXPECT_FALSE(fits({0, 10, 100, 11}, 110)); // the last one
    EXPECT_FALSE(fits({0, 10, 5, 2}, 20));     // onto each other
    EXPECT_FALSE(fits({0, 0, 5, 2}, 0));
    EXPECT_FALSE(fits({0, 10, 5, 0}, 0));
    EXPECT_FALSE(fits({UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}, 10));
}

// What one rank has in a window, against the window's bytes one by one.
TEST(Parts, CopiesRandomRuns) {
    for (unsigned seed = 1; seed <= 50; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const std::size_t size = 4000;
        Parts parts;
        std::vector<std::size_t> offsets; // of the data, byte by byte
        for (std::uint32_t at = random() % 50;;) {
            const WindowRuns runs{at, 1 + static_cast<std::uint32_t>(random() % 20), 25,
                                  1 + static_cast<std::uint32_t>(random() % 9)};
            if (runs.wide().end() > size) break;
            ASSERT_TRUE(parts.add(runs));
            for (std::size_t run = 0; run < runs.count; ++run)
                for (std::size_t byte = 0; byte < runs.length; ++byte)
                    offsets.push_back(runs.first + run * 25 + byte);
            at = static_cast<std::uint32_t>(runs.wide().end()) + random() % 40;
        }
        const GivenParts given{parts.runs(), parts.count()};
        ASSERT_TRUE(given.are_within(size, offsets.size()));
        std::vector<char> window(size), data(offsets.size()), back(offsets.size()), marks(size);
        for (char& byte : data) byte = static_cast<char>(random());
        Coverage covered(marks.data(), 1, size);
        given.scatter(window.data(), covered, data.data());
        std::vector<char> expected(size), expected_marks(size);
        for (std::size_t byte = 0; byte < offsets.size(); ++byte) {
            expected[offsets[byte]] = data[byte];
            expected_marks[offsets[byte]] = 1;
        }
        EXPECT_EQ(window, expected);
        EXPECT_EQ(marks, expected_marks);
        const std::size_t there = random() % (size + 1); // bytes that the file has
        const auto found = static_cast<std::size_t>(std::lower_bound(offsets.begin(), offsets.end(), there) -
                                                    offsets.begin());
        EXPECT_EQ(given.gather(window.data(), there, back.data()), found);
        EXPECT_TRUE(
            std::equal(back.begin(), back.begin() + static_cast<std::ptrdiff_t>(found), data.begin()));
    }
}

TEST(Access, SaysWhatFails) {
    Descriptor full;
    ASSERT_EQ(open("/dev/full", {false, true, false, false}, full), 0);
    char data[100] = {};
    const Pieces memory = Pieces::one(reinterpret_cast<std::uintptr_t>(data), sizeof data);
    EXPECT_EQ(write(full, Pieces::one(0, sizeof data), memory, {}).error, ENOSPC);
    close(full);
    Descriptor none;
    EXPECT_EQ(open("/tmp/no/such/file", {true, false, false, false}, none), ENOENT);
    EXPECT_EQ(open("/tmp", {true, false, false, false}, none), EISDIR);
}

} // namespace
} // namespace sartor::file
