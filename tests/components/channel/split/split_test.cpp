// What goes between address spaces: bytes in order, tokens, and no address.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "components/channel/split/byte_channel.hpp"
#include "components/channel/split/spaces.hpp"
#include "components/channel/split/tokens.hpp"

namespace sartor::channel::split {
namespace {

struct Nothing {};

TEST(ByteChannel, GivesWhatWasSentInOrder) {
    ByteChannel channel;
    for (std::uint64_t number = 0; number < 100; ++number) {
        Control control = control_for(Kind::data, 3, 5);
        control.offset = number;
        const std::string text(number, 'a');
        channel.send(control, Nothing{}, text.data(), text.size());
    }
    std::uint64_t next = 0;
    EXPECT_TRUE(
        channel.receive<Nothing>([&](const Control& control, Nothing, const void* data, std::size_t bytes) {
            EXPECT_EQ(control.from, 3);
            EXPECT_EQ(control.to, 5);
            EXPECT_EQ(control.offset, next);
            EXPECT_EQ(std::string(static_cast<const char*>(data), bytes), std::string(next, 'a'));
            ++next;
        }));
    EXPECT_EQ(next, 100U);
    EXPECT_FALSE(channel.receive<Nothing>([](auto&&...) {}));
}

TEST(ByteChannel, KnowsAddressesFromNumbers) {
    const auto on_heap = std::make_unique<int>(1);
    static int in_image = 1;
    const int on_stack = 1;
    for (const void* address : {static_cast<const void*>(on_heap.get()), static_cast<const void*>(&in_image),
                                static_cast<const void*>(&on_stack)})
        EXPECT_TRUE(is_address(reinterpret_cast<std::uintptr_t>(address)));
    for (const std::uint64_t number :
         {std::uint64_t{0}, std::uint64_t{8192}, std::uint64_t{1} << 20, std::uint64_t{1} << 30, UINT64_MAX})
        EXPECT_FALSE(is_address(number)) << number;
}

TEST(ByteChannelDeathTest, RefusesAnAddress) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    static int mine = 1;
    const auto send = [] {
        ByteChannel channel;
        Control control = control_for(Kind::clear, 0, 1);
        control.bytes = reinterpret_cast<std::uintptr_t>(&mine);
        channel.send(control, Nothing{}, nullptr, 0);
    };
    EXPECT_DEATH(send(), "holds an address of its sender");
}

TEST(Tokens, NameOperationsUntilTheyAreOver) {
    Tokens<int> tokens;
    std::vector<int> operations(100);
    std::vector<std::uint32_t> numbers;
    for (int& operation : operations) numbers.push_back(tokens.add(operation));
    for (std::size_t index = 0; index < operations.size(); ++index)
        EXPECT_EQ(tokens.find(numbers[index]), &operations[index]);
    tokens.remove(numbers[7]);
    EXPECT_EQ(tokens.find(numbers[7]), nullptr);
    EXPECT_EQ(tokens.add(operations[3]), numbers[7]) << "numbers are used again";
    EXPECT_EQ(tokens.find(Tokens<int>::none), nullptr);
}

TEST(Spaces, AreRunsOfNeighbouringRanks) {
    std::vector<process::Rank> ranks(5);
    process::ranks = {ranks.data(), 5};
    Spaces two;
    EXPECT_EQ(two.count(), 2);
    int before = 0;
    for (int rank = 0; rank < 5; ++rank) {
        EXPECT_GE(two.of(rank), before);
        EXPECT_LE(two.of(rank), before + 1);
        before = two.of(rank);
    }
    EXPECT_EQ(before, 1);
    setenv("SARTOR_SPACES", "9", 1);
    Spaces many;
    many.read();
    unsetenv("SARTOR_SPACES");
    EXPECT_EQ(many.count(), 5) << "no more than ranks";
    process::ranks = {};
}

} // namespace
} // namespace sartor::channel::split
