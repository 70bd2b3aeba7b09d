// The table of ports and published names.
#include <cstring>

#include <gtest/gtest.h>

#include "components/process/ports.hpp"

namespace sartor::process {
namespace {

PortQuestion about(PortDeed deed, int number, int requester = 0) {
    return {deed, number, nullptr, 0, requester};
}
PortQuestion about(PortDeed deed, int number, const char* name) {
    return {deed, number, name, std::strlen(name), 0};
}

TEST(Ports, BelongToTheRankThatHasOpenedThem) {
    Ports ports;
    EXPECT_EQ(ports.reply(about(PortDeed::owner, 8)), Ports::unknown);
    EXPECT_EQ(ports.reply(about(PortDeed::open, 8, 3)), 0);
    EXPECT_EQ(ports.reply(about(PortDeed::open, 10, 2)), 0);
    EXPECT_EQ(ports.reply(about(PortDeed::owner, 8)), 3);
    EXPECT_EQ(ports.reply(about(PortDeed::close, 8, 2)), Ports::unknown) << "of another rank";
    EXPECT_EQ(ports.reply(about(PortDeed::close, 8, 3)), 0);
    EXPECT_EQ(ports.reply(about(PortDeed::owner, 8)), Ports::unknown);
    EXPECT_EQ(ports.reply(about(PortDeed::close, 10, 2)), 0);
}

TEST(Ports, HaveNamesThatArePublishedOnce) {
    Ports ports;
    EXPECT_EQ(ports.reply(about(PortDeed::find, 0, "one")), Ports::unknown);
    EXPECT_EQ(ports.reply(about(PortDeed::publish, 8, "one")), 0);
    EXPECT_EQ(ports.reply(about(PortDeed::publish, 10, "one")), Ports::taken);
    EXPECT_EQ(ports.reply(about(PortDeed::find, 0, "one")), 8);
    EXPECT_EQ(ports.reply(about(PortDeed::find, 0, "on")), Ports::unknown) << "the beginning of one";
    EXPECT_EQ(ports.reply(about(PortDeed::withdraw, 10, "one")), Ports::unknown) << "of another port";
    EXPECT_EQ(ports.reply(about(PortDeed::withdraw, 8, "one")), 0);
    EXPECT_EQ(ports.reply(about(PortDeed::find, 0, "one")), Ports::unknown);
}

} // namespace
} // namespace sartor::process
