// Levels that are watched, and events that nobody has been told of.
#include "runtime/observation/tool_counters.hpp"

#include <gtest/gtest.h>

namespace sartor::observation {
namespace {

TEST(WatchedLevel, ReachesWatermarksFromWhereTheyBegan) {
    WatchedLevel level;
    Watermark before{.highest = true};
    Watermark highest{.highest = true};
    Watermark lowest{.highest = false};
    level.change(5);
    level.watch(before);
    level.change(-2);
    level.watch(highest);
    level.watch(lowest);
    EXPECT_EQ(highest.value, 3U);
    level.change(1);
    level.change(-3);
    level.change(1);
    EXPECT_EQ(before.value, 5U);
    EXPECT_EQ(highest.value, 4U);
    EXPECT_EQ(lowest.value, 1U);
    level.leave(highest);
    level.change(40);
    EXPECT_EQ(highest.value, 4U);
    EXPECT_EQ(before.value, 42U);
    level.leave(lowest);
    level.leave(before);
    level.change(-42);
    EXPECT_EQ(lowest.value, 1U);
}

TEST(UnexpectedMessages, KeepTheOldestAndCountTheOthers) {
    UnexpectedMessages events;
    UnexpectedMessage event;
    EXPECT_FALSE(events.take(event));
    for (int round = 0; round < 3; ++round) {
        for (int tag = 0; tag < 300; ++tag) events.add({0, 0, tag, 0});
        EXPECT_EQ(events.take_dropped(), 44U);
        EXPECT_EQ(events.take_dropped(), 0U);
        for (int tag = 0; tag < 256; ++tag) {
            ASSERT_TRUE(events.take(event));
            EXPECT_EQ(event.tag, tag);
        }
        EXPECT_TRUE(events.is_empty());
        EXPECT_FALSE(events.take(event));
    }
}

} // namespace
} // namespace sartor::observation
