#include <gtest/gtest.h>

#include "transports/fabric/sharers.hpp"

namespace sartor::channel::fabric {

namespace {

// Positions are 0, 1, 2 ... in the order of the processes that share.
void expect_positions(const Sharers& sharers, int processes) {
    int position = 0;
    for (int process = 0; process < processes; ++process) {
        if (!sharers.have(process)) continue;
        EXPECT_EQ(sharers.position_of(process), position);
        EXPECT_EQ(sharers.process_at(position), process);
        ++position;
    }
    EXPECT_EQ(sharers.count(processes), position);
}

TEST(Sharers, NoneAtFirst) {
    const Sharers none;
    for (const int process : {0, 1, 1000}) EXPECT_FALSE(none.have(process));
    EXPECT_EQ(none.count(1000), 0);
}

TEST(Sharers, HavePositionsOneAfterTheOther) {
    for (const int begun : {1, 2, 5})
        for (const int processes : {5, 6, 9}) {
            expect_positions({0, begun}, processes);         // later ones start elsewhere
            expect_positions({5 - begun, begun}, processes); // the last ones of five
            expect_positions({0, begun, 5}, processes);      // later ones start here
        }
}

TEST(Sharers, OfTheWholeRunHaveTheirNumbers) {
    const Sharers all{0, 3, 3};
    for (int process = 0; process < 10; ++process) EXPECT_EQ(all.position_of(process), process);
}

} // namespace

} // namespace sartor::channel::fabric
