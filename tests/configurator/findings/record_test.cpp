// Records of reports become findings: their kinds, places and ranks.
#include "configurator/findings/record.hpp"

#include <gtest/gtest.h>

namespace sartor::configurator {

namespace {

Finding only(const std::string& record) {
    const Reported reported = read_record(record, "/project");
    EXPECT_EQ(reported.findings.size(), 1U) << record;
    return reported.findings.empty() ? Finding{} : reported.findings.front();
}

std::string kind_of(const std::string& line) {
    return only("sartor: " + line + "\n").rule.id;
}

} // namespace

TEST(RecordTest, ReportsHaveTheirKinds) {
    EXPECT_EQ(kind_of("deadlock: 2 of 2 ranks are blocked, nothing is under way"), "deadlock");
    EXPECT_EQ(kind_of("watchdog: no message was delivered for 10 s"), "no-progress");
    EXPECT_EQ(kind_of("ended by --timeout after 1.0 s: 2 ranks"), "timeout");
    EXPECT_EQ(kind_of("ended by SIGINT after 1.0 s: 2 ranks"), "interrupted");
    EXPECT_EQ(kind_of("ranks 0, 2-7 crashed: illegal instruction"), "crash");
    EXPECT_EQ(kind_of("stack overflow in rank 3, in f+0x1: its stack of 64 KiB is used up"), "crash");
    EXPECT_EQ(kind_of("collective calls do not match: rank 0 calls MPI_Barrier"), "collective-mismatch");
    EXPECT_EQ(kind_of("rank 1: MPI_Abort with code 5"), "abort");
    EXPECT_EQ(kind_of("rank 0 called exit(3) without MPI_Finalize"), "not-finalized");
    EXPECT_EQ(kind_of("rank 0 returned 0 from main without MPI_Finalize"), "not-finalized");
    EXPECT_EQ(kind_of("rank 0: a request was neither completed nor freed"), "not-freed");
    EXPECT_EQ(kind_of("rank 0: a message was taken by a probe and never received"), "never-received");
    EXPECT_EQ(kind_of("rank 0: MPI_Send: tag = -7 (MPI_ERR_TAG: invalid tag)"), "MPI_ERR_TAG");
    EXPECT_EQ(kind_of("rank 0: something else"), "other");
}

TEST(RecordTest, ReportsAboutTheRunAreNotices) {
    const Reported reported = read_record("sartor: --trace t.json: no space\nsartor:   more\n", "/project");
    EXPECT_TRUE(reported.findings.empty());
    EXPECT_EQ(reported.notices, std::vector<std::string>{"--trace t.json: no space\nmore"});
    EXPECT_TRUE(read_record("", "/project").notices.empty());
}

TEST(RecordTest, TheCallIsThePlace) {
    const Finding finding =
        only("@main+0x12 (file.c:34)\t/project/source/file.c\n"
             "@other+0x1 (other.c:5)\t/elsewhere/other.c\n"
             "sartor: rank 3: MPI_Wait: begun in other+0x1 (other.c:5) (MPI_ERR_BUFFER: bad)\n"
             "sartor:   called in main+0x12 (file.c:34)\n");
    ASSERT_TRUE(finding.place);
    EXPECT_EQ(finding.place->file, "source/file.c");
    EXPECT_EQ(finding.place->line, 34);
    EXPECT_EQ(finding.place->function, "main");
    EXPECT_EQ(finding.ranks, "3");
    ASSERT_EQ(finding.others.size(), 1U);
    EXPECT_EQ(finding.others.front().place->file, "/elsewhere/other.c");
}

TEST(RecordTest, LocationsAreWholeWords) {
    const Finding finding =
        only("@main+0x1\t\n@main+0x12\t\n@domain+0x12 (d.c:1)\t/project/d.c\n"
             "sartor: ranks 0, 1: a group was not freed; created in domain+0x12 (d.c:1)\n");
    ASSERT_TRUE(finding.place);
    EXPECT_EQ(finding.place->function, "domain");
    EXPECT_TRUE(finding.others.empty());
    EXPECT_EQ(finding.ranks, "0, 1");
}

TEST(RecordTest, PlacesOfCPlusPlus) {
    const Finding finding =
        only("@(anonymous namespace)::solve<int, 2>+0x4 (a b.cpp:7), inlined\t/project/a b.cpp\n"
             "sartor: rank 0: a window was not freed; created in (anonymous namespace)::solve<int, "
             "2>+0x4 (a b.cpp:7), inlined\n");
    ASSERT_TRUE(finding.place);
    EXPECT_EQ(finding.place->function, "(anonymous namespace)::solve<int, 2>");
    EXPECT_EQ(finding.place->file, "a b.cpp");
    EXPECT_EQ(finding.place->line, 7);
}

TEST(RecordTest, LinesOfTheProgramsOwnTextsStayTogether) {
    const Finding finding =
        only("sartor: rank 0: MPI_X: first\nsecond (MPI_ERR_OTHER: unknown)\nsartor:   called in f\n");
    EXPECT_EQ(finding.message, "rank 0: MPI_X: first\nsecond (MPI_ERR_OTHER: unknown)");
    EXPECT_EQ(finding.details.size(), 1U);
    EXPECT_EQ(finding.rule.id, "MPI_ERR_OTHER");
}

TEST(RecordTest, EqualReportsAreOne) {
    EXPECT_EQ(only("sartor: rank 0: a\nsartor: rank 0: a\n").message, "rank 0: a");
}

TEST(RecordTest, SignalsAreTaken) {
    EXPECT_TRUE(has_taken("sartor: x\n!15\n", 15));
    EXPECT_FALSE(has_taken("!15\n", 5));
}

} // namespace sartor::configurator
