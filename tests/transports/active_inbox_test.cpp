// Active messages of several services in one inbox: each comes to its own receiver, in order.
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "transports/active_inbox.hpp"
#include "transports/host/active_messages.hpp"
#include "transports/service.hpp"

namespace sartor::channel {
namespace {

struct Received {
    int rank;
    long number;
    std::string data;
    bool operator==(const Received&) const = default;
};

// A service whose receiver writes down what comes.
template <int Which>
struct Recorder {
    static constexpr std::string_view name = "recorder";
    struct Header {
        long number;
    };
    struct Receiver {
        static Receiver& of(const process::Rank&) {
            static Receiver one;
            return one;
        }
        void handle(const Header& header, const void* data, std::size_t bytes, process::Rank& rank) {
            received.push_back(
                {rank.number, header.number, std::string(static_cast<const char*>(data), bytes)});
        }
        std::vector<Received> received;
    };
    static std::vector<Received> take() { return std::exchange(Receiver::of(process::Rank()).received, {}); }
};
static_assert(ActiveService<Recorder<0>>);

struct TwoRanks : testing::Test {
    TwoRanks() : ranks(2) {
        ranks[1].number = 1;
        process::ranks = {ranks.data(), 2};
    }
    ~TwoRanks() override { process::ranks = {}; }
    std::vector<process::Rank> ranks;
};

using ActiveInboxTest = TwoRanks;

// As they come from another process.
TEST_F(ActiveInboxTest, TakesBytesThatMakeSense) {
    ActiveInbox<Recorder<0>, Recorder<1>> inbox;
    struct {
        Recorder<1>::Header header;
        char data[3];
    } const message{{7}, {'a', 'b', 'c'}};
    constexpr std::size_t header = sizeof message.header;
    EXPECT_TRUE(inbox.post_bytes(1, 1, &message, header + 3));
    EXPECT_TRUE(inbox.post_bytes(0, 0, &message, header));
    EXPECT_FALSE(inbox.post_bytes(1, 0, &message, header - 1));
    EXPECT_FALSE(inbox.post_bytes(1, 0, &message, 0));
    EXPECT_FALSE(inbox.post_bytes(2, 0, &message, header));
    EXPECT_TRUE(inbox.handle());
    EXPECT_EQ(Recorder<1>::take(), (std::vector<Received>{{1, 7, "abc"}}));
    EXPECT_EQ(Recorder<0>::take(), (std::vector<Received>{{0, 7, ""}}));
}

TEST_F(ActiveInboxTest, BringsEachToItsService) {
    ActiveInbox<Recorder<0>, Recorder<1>> inbox;
    EXPECT_FALSE(inbox.handle());
    inbox.post<Recorder<1>>(1, {7}, "seven", 5);
    inbox.post<Recorder<0>>(0, {8}, nullptr, 0);
    inbox.post<Recorder<1>>(0, {9}, "nine", 4);
    EXPECT_TRUE(inbox.handle());
    EXPECT_EQ(Recorder<0>::take(), std::vector<Received>({{0, 8, ""}}));
    EXPECT_EQ(Recorder<1>::take(), std::vector<Received>({{1, 7, "seven"}, {0, 9, "nine"}}));
    EXPECT_FALSE(inbox.handle());
}

TEST_F(ActiveInboxTest, KeepsTheOrderOfEachSender) {
    ActiveInbox<Recorder<0>> inbox;
    constexpr long messages = 20000;
    const auto send = [&](int rank) {
        for (long number = 0; number < messages; ++number)
            inbox.post<Recorder<0>>(rank, {number}, &rank, sizeof rank);
    };
    std::thread first(send, 0);
    std::thread second(send, 1);
    std::vector<Received> all;
    while (all.size() < 2 * messages) {
        inbox.handle();
        for (Received& one : Recorder<0>::take()) all.push_back(std::move(one));
    }
    first.join();
    second.join();
    long next[2] = {0, 0};
    for (const Received& one : all) EXPECT_EQ(one.number, next[one.rank]++);
}

TEST_F(ActiveInboxTest, DropsWhatNobodyHandled) {
    ActiveInbox<Recorder<0>> inbox;
    inbox.post<Recorder<0>>(0, {1}, "lost", 4);
}

} // namespace
} // namespace sartor::channel
