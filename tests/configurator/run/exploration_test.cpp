// Schedules of a made-up program are explored: each once, those that differ least from the first one before
// others.
#include "configurator/run/exploration.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "configurator/support/file.hpp"
#include "configurator/support/temporary_folder.hpp"

namespace {

using namespace sartor::configurator;

RecordedSchedule schedule_of(const std::string& text) {
    const TemporaryFolder folder;
    write_file(folder / "schedule", text);
    return read_schedule(folder / "schedule");
}

const std::string head = "sartor schedule 1\nprogram toy\nranks 3\norder in turn\n";

// A program that makes `length` choices between two candidates; as many as the text has are given.
Exploration::Run run_of_toy(const std::string& given, int length) {
    std::string text = given.empty() ? head : given;
    auto made = static_cast<int>(schedule_of(text).choices.size());
    for (; made < length; ++made) text += "match 0 1 of 1 2 # MPI_Recv at 0+0x1: message of rank 1\n";
    return std::make_shared<const RecordedSchedule>(schedule_of(text));
}

TEST(RecordedSchedule, IsReadAsItWasWritten) {
    const RecordedSchedule read = schedule_of(
        head +
        "match 0 2 of 1 2 # MPI_Recv at 0+0x1: one or other\nmatch 1 3 late of 0\ncomplete 2 -1 of -1 0 1\n"
        "also 1 2 # message of rank 2\nimpossible\nmatch 0 1 of");
    EXPECT_EQ(read.head, head);
    ASSERT_EQ(read.choices.size(), 3U) << "the line that is cut off does not count";
    EXPECT_EQ(read.choices[0].text(), "match 0 2 of 1 2");
    EXPECT_EQ(read.choices[0].explanation, "MPI_Recv at 0+0x1: one or other");
    EXPECT_TRUE(read.choices[0].is_race());
    EXPECT_EQ(read.choices[1].text(), "match 1 3 late of 0");
    EXPECT_EQ(read.choices[2].text(), "complete 2 -1 of -1 0 1");
    EXPECT_FALSE(read.choices[2].is_race());
    ASSERT_EQ(read.late.size(), 1U);
    EXPECT_EQ(read.late[0].position, 1U);
    EXPECT_EQ(read.late[0].value, 2);
    EXPECT_TRUE(read.impossible);
}

TEST(Exploration, MakesEachRunOnce) {
    for (const int length : {0, 1, 2, 5}) {
        Exploration exploration;
        std::set<std::string> runs;
        std::string next;
        do {
            if (!runs.empty()) next = exploration.take_next();
            const auto run = run_of_toy(next, length);
            std::string text;
            for (const MadeChoice& choice : run->choices) text += choice.text() + "\n";
            EXPECT_TRUE(runs.insert(text).second) << "again: " << text;
            exploration.add(run);
        } while (!exploration.is_over());
        EXPECT_EQ(runs.size(), std::size_t{1} << length);
    }
}

TEST(Exploration, BeginsWithFewDifferences) {
    Exploration exploration;
    exploration.add(run_of_toy("", 4));
    std::size_t before = 0;
    while (!exploration.is_over()) {
        const auto run = run_of_toy(exploration.take_next(), 4);
        std::size_t differences = 0;
        for (const MadeChoice& choice : run->choices) differences += choice.value == 2 ? 1 : 0;
        EXPECT_GE(differences, before);
        before = differences;
        exploration.add(run);
    }
    EXPECT_EQ(before, 4U);
}

TEST(Exploration, TriesLateCandidatesOnce) {
    Exploration exploration;
    const std::string choice = "match 0 1 of 1\nalso 0 2\n";
    exploration.add(std::make_shared<const RecordedSchedule>(schedule_of(head + choice)));
    ASSERT_FALSE(exploration.is_over());
    EXPECT_EQ(exploration.take_next(), head + "match 0 2 late of 1\n");
    exploration.add(
        std::make_shared<const RecordedSchedule>(schedule_of(head + "match 0 2 late of 1\nalso 0 2\n")));
    EXPECT_TRUE(exploration.is_over());
}

} // namespace
