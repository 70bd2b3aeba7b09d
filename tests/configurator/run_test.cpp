// Options of sartor run, and the cores of this computer.
#include "configurator/machines/machines.hpp"
#include "configurator/run/run.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::ElementsAre;

TEST(Run, SizesHaveUnits) {
    EXPECT_EQ(parse_size("65536"), 65536u);
    EXPECT_EQ(parse_size("64K"), 65536u);
    EXPECT_EQ(parse_size("2M"), 2u << 20);
    for (const char* text : {"", "K", "0", "-1", "1T", "1.5M", "99999999999999999999", "99999999999999G"})
        EXPECT_NE(message_of([&] { parse_size(text); }), "") << text;
}

TEST(Run, CoresAreListsAndRanges) {
    EXPECT_THAT(parse_cores("0,2-4,7"), ElementsAre(0, 2, 3, 4, 7));
    for (const char* text : {"", ",", "1,", "a", "3-1", "1-", "-1", "0-99999999999"})
        EXPECT_NE(message_of([&] { parse_cores(text); }), "") << text;
}

TEST(Machines, HostHasProcessorsEachOnce) {
    const Host host = this_host();
    EXPECT_GE(host.cores, 1);
    EXPECT_GE(host.processors.size(), static_cast<std::size_t>(host.cores));
    EXPECT_EQ(std::set<int>(host.processors.begin(), host.processors.end()).size(), host.processors.size());
}

TEST(Machines, UnknownOnesAreRefused) {
    EXPECT_EQ(message_of([] { find_machine("host"); }), "");
    EXPECT_THAT(message_of([] { find_machine("toaster"); }), testing::HasSubstr("toaster"));
}

} // namespace
} // namespace sartor::configurator
