// What goes between address spaces: bytes in order, tokens, and no address.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "selection/configuration.hpp"
#include "transports/split/control.hpp"
#include "transports/split/machine.hpp"
#include "transports/split/spaces.hpp"
#include "transports/tokens.hpp"

namespace sartor::channel::split {
namespace {

TEST(Control, KnowsAddressesFromNumbers) {
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

TEST(ControlDeathTest, RefusesAnAddress) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    static int mine = 1;
    const auto send = [] {
        Control control = control_for(Kind::clear, 0, 1);
        control.bytes = reinterpret_cast<std::uintptr_t>(&mine);
        refuse_addresses(control);
    };
    EXPECT_DEATH(send(), "holds an address of its sender");
}

// What a rank shows to the reports of others goes to another space, too.
TEST(QueryDeathTest, AReplyHoldsNoAddress) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    using Transport = CommunicatorTypes<features<>, machine::Split>::Transport;
    static int mine = 1;
    const auto number = [](const process::Rank& rank, const std::int64_t& question, std::int64_t& reply) {
        reply = question + rank.number;
    };
    const auto address = [](const process::Rank&, const std::int64_t&, std::int64_t& reply) {
        reply = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(&mine));
    };
    process::Rank rank;
    rank.number = 3;
    using Show = void (*)(const process::Rank&, const std::int64_t&, std::int64_t&);
    std::int64_t reply = 0;
    Transport::query_rank(rank, std::int64_t{4}, reply, Show{number});
    EXPECT_EQ(reply, 7);
    EXPECT_DEATH(Transport::query_rank(rank, std::int64_t{4}, reply, Show{address}),
                 "holds an address of its sender");
}

// Whatever memory held before: a message's words are all set.
TEST(Control, HasNoPadding) {
    struct Digest {
        std::uint32_t value;
    };
    struct Nothing {};
    EXPECT_TRUE(std::has_unique_object_representations_v<ControlMessage<Digest>>);
    alignas(ControlMessage<Digest>) unsigned char memory[sizeof(ControlMessage<Digest>)];
    const auto on_heap = std::make_unique<int>(1);
    const auto address = reinterpret_cast<std::uintptr_t>(on_heap.get());
    for (std::size_t word = 0; word < sizeof memory; word += sizeof address)
        std::memcpy(memory + word, &address, sizeof address);
    refuse_addresses(*new (memory) ControlMessage<Digest>{control_for(Kind::eager, 0, 1), {7}});
    EXPECT_EQ(sizeof(ControlMessage<Nothing>), sizeof(Control));
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
