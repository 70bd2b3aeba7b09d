// Messages that are under way, out of counts that processes made at different times.
#include "runtime/observation/parts/under_way.hpp"

#include <gtest/gtest.h>

namespace sartor::observation::parts {
namespace {

Event counted(Ticks time, std::int64_t messages) {
    Event event;
    event.kind = Kind::counters;
    event.begin = time;
    event.bytes = messages;
    return event;
}

TEST(UnderWayTest, SumsTheLastCountsOfAllProcesses) {
    UnderWay under_way;
    under_way.begin_process(2);
    under_way.add(counted(10, 3));
    under_way.add(counted(30, 5));
    under_way.begin_process(1);
    under_way.add(counted(20, -2)); // it has received messages of the first one
    for (int again = 0; again < 2; ++again) {
        EXPECT_EQ(under_way.at(5), 0);
        EXPECT_EQ(under_way.at(10), 3);
        EXPECT_EQ(under_way.at(29), 3 - 2);
        EXPECT_EQ(under_way.at(40), 5 - 2);
        under_way.rewind();
    }
}

TEST(UnderWayTest, IsNothingWithoutProcesses) {
    UnderWay under_way;
    EXPECT_EQ(under_way.at(1), 0);
}

} // namespace
} // namespace sartor::observation::parts
