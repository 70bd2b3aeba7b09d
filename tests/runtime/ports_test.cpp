// The table of ports and published names.
#include <cstring>

#include <gtest/gtest.h>

#include "runtime/ports.hpp"

namespace sartor::process {
namespace {

PortQuestion about(PortAction action, int number, int requester = 0) {
    return {action, number, nullptr, 0, requester};
}
PortQuestion about(PortAction action, int number, const char* name) {
    return {action, number, name, std::strlen(name), 0};
}

TEST(Ports, BelongToTheRankThatHasOpenedThem) {
    Ports ports;
    EXPECT_EQ(ports.reply(about(PortAction::owner, 8)), Ports::unknown);
    EXPECT_EQ(ports.reply(about(PortAction::open, 8, 3)), 0);
    EXPECT_EQ(ports.reply(about(PortAction::open, 10, 2)), 0);
    EXPECT_EQ(ports.reply(about(PortAction::owner, 8)), 3);
    EXPECT_EQ(ports.reply(about(PortAction::close, 8, 2)), Ports::unknown) << "of another rank";
    EXPECT_EQ(ports.reply(about(PortAction::close, 8, 3)), 0);
    EXPECT_EQ(ports.reply(about(PortAction::owner, 8)), Ports::unknown);
    EXPECT_EQ(ports.reply(about(PortAction::close, 10, 2)), 0);
}

TEST(Ports, HaveNamesThatArePublishedOnce) {
    Ports ports;
    EXPECT_EQ(ports.reply(about(PortAction::find, 0, "one")), Ports::unknown);
    EXPECT_EQ(ports.reply(about(PortAction::publish, 8, "one")), 0);
    EXPECT_EQ(ports.reply(about(PortAction::publish, 10, "one")), Ports::taken);
    EXPECT_EQ(ports.reply(about(PortAction::find, 0, "one")), 8);
    EXPECT_EQ(ports.reply(about(PortAction::find, 0, "on")), Ports::unknown) << "the beginning of one";
    EXPECT_EQ(ports.reply(about(PortAction::withdraw, 10, "one")), Ports::unknown) << "of another port";
    EXPECT_EQ(ports.reply(about(PortAction::withdraw, 8, "one")), 0);
    EXPECT_EQ(ports.reply(about(PortAction::find, 0, "one")), Ports::unknown);
}

} // namespace
} // namespace sartor::process
