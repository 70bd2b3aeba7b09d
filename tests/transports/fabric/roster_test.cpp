// Which process has a rank, while processes are added.
#include <sys/mman.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "transports/fabric/roster.hpp"

namespace sartor::channel::fabric {
namespace {

class RosterTest : public testing::Test {
  protected:
    static constexpr int most = 40;

    void SetUp() override {
        descriptor = memfd_create("roster_test", MFD_CLOEXEC);
        ASSERT_GE(descriptor, 0);
        ASSERT_EQ(ftruncate(descriptor, static_cast<off_t>(Roster::bytes(most))), 0);
        ASSERT_TRUE(roster.map(descriptor, 0, most));
    }
    void TearDown() override { close(descriptor); }

    int descriptor = -1;
    Roster roster;
};

TEST_F(RosterTest, AnEmptyOneHasNoRank) {
    EXPECT_EQ(roster.count(), 0);
    EXPECT_EQ(roster.ranks(), 0);
    EXPECT_EQ(roster.process_of(0), -1);
}

TEST_F(RosterTest, FindsTheProcessOfEachRank) {
    int ranks = 0;
    for (int process = 0; process < most; ++process) {
        roster.add(1 + process % 3, Roster::Part::whole);
        EXPECT_EQ(roster[process].first_rank, ranks);
        for (int rank = ranks; rank < ranks + 1 + process % 3; ++rank)
            EXPECT_EQ(roster.process_of(rank), process) << "rank " << rank;
        ranks += 1 + process % 3;
        EXPECT_EQ(roster.ranks(), ranks);
        EXPECT_EQ(roster.process_of(ranks), -1);
        EXPECT_EQ(roster.process_of(0), 0);
    }
}

TEST_F(RosterTest, OthersSeeWhatIsAdded) {
    Roster other;
    ASSERT_TRUE(other.map(descriptor, 0, most));
    roster.add(4, Roster::Part::whole);
    roster.add(2, Roster::Part::starting);
    EXPECT_EQ(other.count(), 2);
    EXPECT_EQ(other.process_of(5), 1);
    EXPECT_EQ(other.count_whole(), 1);
    roster[1].part.store(Roster::Part::whole);
    EXPECT_EQ(other.count_whole(), 2);
    roster[1].part.store(Roster::Part::gone);
    EXPECT_FALSE(other.is_whole(1));
}

} // namespace
} // namespace sartor::channel::fabric
