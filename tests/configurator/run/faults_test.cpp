// What --faults takes.
#include "configurator/run/faults.hpp"

#include <gtest/gtest.h>

#include "configurator/support/error.hpp"

namespace {

using namespace sartor::configurator;
using Way = FaultWish::Way;

TEST(Faults, KillNamesARankAndItsCall) {
    const FaultWish wish = parse_faults("kill:3@17");
    EXPECT_EQ(wish.way, Way::kill);
    EXPECT_EQ(wish.kill, "3@17");
    EXPECT_EQ(parse_faults("kill:3@17,0@2").kill, "3@17,0@2");
}

TEST(Faults, SeedsAndNumbersOfFailures) {
    EXPECT_EQ(parse_faults("random:7").seed, 7u);
    EXPECT_EQ(parse_faults("random").way, Way::random);
    EXPECT_EQ(parse_faults("explore").failures, 1);
    EXPECT_EQ(parse_faults("explore:2").failures, 2);
}

TEST(Faults, AnythingElseIsRefused) {
    for (const char* text : {"", "kill", "kill:", "kill:3", "kill:3@", "kill:@3", "kill:3@0", "kill:-1@2",
                             "kill:1@2x", "random:", "random:x", "explore:", "kill:1@2,", "kill:1@2,3",
                             "explore:0", "explore:3", "explore:-1", "other"})
        EXPECT_THROW(parse_faults(text), Error) << text;
}

} // namespace
