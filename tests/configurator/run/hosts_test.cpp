// Hosts of a run: how they are named, and how ranks are shared among them.
#include "configurator/run/hosts.hpp"
#include "tests/configurator/support.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <unistd.h>

namespace sartor::configurator {
namespace {

using testing::HasSubstr;

std::string text_of(const std::vector<HostRanks>& hosts) {
    std::string text;
    for (const HostRanks& host : hosts) text += host.name + "=" + std::to_string(host.ranks) + " ";
    return text;
}
std::string text_of(const HostPlan& plan) {
    return text_of(plan.hosts) + "by " + std::to_string(plan.ranks_per_process);
}

TEST(Hosts, HaveNamesAndNumbers) {
    EXPECT_EQ(text_of(parse_hosts("--hosts", "a:8,b.example.org")), "a=8 b.example.org=0 ");
    EXPECT_EQ(text_of(parse_hosts("--hosts", "10.0.0.1:2,[fe80::1]:3,[fe80::2]")),
              "10.0.0.1=2 [fe80::1]=3 [fe80::2]=0 ");
    for (const char* text : {"", ",", "a,,b", ":3", "a:", "a:0", "a:-1", "a:x", "a:3x"})
        EXPECT_THAT(message_of([&] { parse_hosts("--hosts", text); }), HasSubstr("--hosts")) << text;
}

TEST(Hosts, StandInFiles) {
    const std::string path = testing::TempDir() + "hosts-" + std::to_string(getpid());
    const auto hosts = [&](const char* text) {
        std::ofstream(path) << text;
        return read_hostfile("--hostfile", path);
    };
    EXPECT_EQ(text_of(hosts("# all\na slots=4\n\n  b:2 # the second\nc\n")), "a=4 b=2 c=0 ");
    EXPECT_THAT(message_of([&] { hosts("a\nb slots=x\n"); }),
                HasSubstr(":2: expected a number of ranks, got x"));
    EXPECT_THAT(message_of([&] { hosts("a max_slots=4\n"); }), HasSubstr(":1: expected HOST"));
    EXPECT_THAT(message_of([&] { hosts("# none\n"); }), HasSubstr("names no host"));
    unlink(path.c_str());
    EXPECT_THAT(message_of([&] { read_hostfile("-f", path); }), HasSubstr("there is no such file"));
}

TEST(Hosts, AreThisComputerOrNot) {
    EXPECT_TRUE(are_this_computer({}));
    EXPECT_TRUE(are_this_computer({{"localhost", 4}, {"127.0.0.1", 0}}));
    EXPECT_FALSE(are_this_computer({{"localhost", 4}, {"another.example.org", 0}}));
}

TEST(Hosts, ShareTheRanks) {
    EXPECT_EQ(text_of(plan_hosts({{"a", 8}, {"b", 8}}, 0, false)), "a=8 b=8 by 8");
    EXPECT_EQ(text_of(plan_hosts({{"a", 4}, {"b", 2}}, 0, false)), "a=4 b=2 by 2");
    EXPECT_EQ(text_of(plan_hosts({{"a", 4}, {"b", 4}}, 6, false)), "a=4 b=2 by 2");
    EXPECT_EQ(text_of(plan_hosts({{"a", 4}, {"b", 4}}, 3, false)), "a=3 by 3");
    EXPECT_EQ(text_of(plan_hosts({{"a", 0}, {"b", 0}}, 0, false)), "a=1 b=1 by 1");
    EXPECT_EQ(text_of(plan_hosts({{"a", 0}, {"b", 0}}, 7, false)), "a=4 b=3 by 1");
    EXPECT_EQ(text_of(plan_hosts({{"a", 0}, {"b", 0}}, 1, false)), "a=1 by 1");
    EXPECT_EQ(text_of(plan_hosts({{"a", 4}, {"b", 4}}, 0, true)), "a=4 b=4 by 1");
    EXPECT_EQ(plan_hosts({{"a", 4}, {"b", 2}}, 0, false).processes(), 3);
    EXPECT_THAT(message_of([] { plan_hosts({{"a", 2}, {"b", 1}}, 5, false); }), HasSubstr("2 more ranks"));
    EXPECT_THAT(message_of([] {
                    plan_hosts({{"a", 2}, {"b", 0}}, 5, false);
                }),
                HasSubstr("for all hosts, or for none"));
}

} // namespace
} // namespace sartor::configurator
