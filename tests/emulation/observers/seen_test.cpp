// What traces are written with.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

#include <unistd.h>

#include <gtest/gtest.h>

#include "emulation/cycles.hpp"
#include "runtime/trace/writer.hpp"

namespace sartor::machine::manycore {
namespace {

// What a writer has written into a file of so many bytes, with a clock of so many MHz.
template <class Write>
std::string written(std::int64_t limit, std::int64_t clock, Write write) {
    const std::string path = testing::TempDir() + "/seen_test." + std::to_string(getpid()) + ".json";
    const auto writer = std::make_unique<trace::Writer>();
    EXPECT_TRUE(writer->open(path.c_str(), limit, clock));
    write(*writer);
    writer->close();
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    std::remove(path.c_str());
    return text.str();
}

TEST(Writer, WritesNumbersAsTheyAre) {
    const std::string text = written(1000, 500, [](trace::Writer& writer) {
        for (const std::int64_t number :
             {std::int64_t{0}, std::int64_t{7}, std::int64_t{10}, std::int64_t{99}, std::int64_t{100},
              std::int64_t{-1234}, std::int64_t{UINT32_MAX} + 1, INT64_MAX, INT64_MIN})
            writer << number << " ";
        writer.end_unit();
    });
    EXPECT_EQ(text, "0 7 10 99 100 -1234 4294967296 9223372036854775807 -9223372036854775808 ");
}

TEST(Writer, WritesCyclesAsMicroseconds) {
    const auto times = [](trace::Writer& writer) {
        for (const Cycles cycles : {0, 1, 5, 500, 1'000'000'001}) writer.time(cycles) << " ";
        writer.end_unit();
    };
    EXPECT_EQ(written(1000, 500, times), "0 0.002 0.01 1 2000000.002 ") << "2 ns a cycle";
    EXPECT_EQ(written(1000, 400, times), "0 0.002 0.012 1.25 2500000.002 ") << "2.5 ns a cycle";
    EXPECT_EQ(written(1000, 600, times), "0 0.001 0.008 0.833 1666666.668 ") << "down to ns";
}

TEST(Writer, DurationsEndWhereTimesAre) {
    const std::string text = written(1000, 600, [](trace::Writer& writer) {
        writer.time(1) << " ";
        writer.duration(1, 2) << " ";
        writer.time(2).end_unit();
    });
    EXPECT_EQ(text, "0.001 0.0021 0.003") << "2 ns: not 1/600 rounded";
}

TEST(Writer, LeavesUnitsOutThatFindNoRoom) {
    const std::string text = written(8, 500, [](trace::Writer& writer) {
        writer << "12345";
        writer.end_unit();
        EXPECT_FALSE(writer.full());
        writer << "6789";
        writer.end_unit();
        EXPECT_TRUE(writer.full()) << "5 + 4 > 8";
        writer << "0";
        writer.end_unit();
        writer << "end";
        writer.end_last();
    });
    EXPECT_EQ(text, "12345end") << "nothing comes after what was left out, but the end";
}

TEST(Writer, WritesMoreThanItsBuffer) {
    constexpr int units = 200'000;
    const std::string text = written(INT64_MAX, 500, [](trace::Writer& writer) {
        for (int unit = 0; unit < units; ++unit) {
            writer << "0123456789";
            writer.end_unit();
        }
    });
    EXPECT_EQ(text.size(), 10U * units);
}

TEST(Writer, SaysWhatWentWrong) {
    const auto writer = std::make_unique<trace::Writer>();
    EXPECT_FALSE(writer->open("/no/such/folder/t.json", 1000, 500));
    ASSERT_TRUE(writer->open("/dev/full", 1000, 500));
    *writer << "1";
    writer->end_unit();
    writer->close();
    EXPECT_NE(writer->error(), 0);
}

TEST(Writer, WritesTextsOfAnyLengthAtTheEnd) {
    const std::string longer(3000, 'a');
    const std::string text =
        written(4, 500, [&](trace::Writer& writer) { writer.last_text(longer.c_str()); });
    EXPECT_EQ(text, longer);
}

} // namespace
} // namespace sartor::machine::manycore
