// Packets through memory that processes share; here the processes are threads, each with a mapping of its
// own.
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <poll.h>
#include <random>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "transports/fabric/carriers/rings/rings.hpp"

namespace sartor::channel::fabric {
namespace {

// What has come to the receiver of a test: of each sender its numbers, in order.
struct Arrived {
    std::vector<std::uint32_t> next;
    int wrong = 0;
    int first = 0; // process of those that share memory
};
Arrived arrived;

struct Head {
    std::uint32_t sender;
    std::uint32_t number;
};
char byte_of(const Head& head, std::size_t index) {
    return static_cast<char>(head.sender * 31 + head.number * 7 + index);
}

constexpr std::uint32_t tag_of(const Head& head) {
    return head.sender * 1000 + head.number % 1000;
}

void take(int process, std::uint32_t tag, const char* packet, std::size_t bytes) {
    Head head{};
    std::memcpy(&head, packet, sizeof head);
    bool is_right = bytes >= sizeof head && static_cast<int>(head.sender) == process - arrived.first &&
                    tag == tag_of(head) && head.number == arrived.next[head.sender]++;
    for (std::size_t index = sizeof head; index < bytes && is_right; ++index)
        is_right = packet[index] == byte_of(head, index);
    if (!is_right) ++arrived.wrong;
}

class RingsTest : public testing::Test {
  protected:
    void SetUp() override { arrived = {}; }
    void TearDown() override {
        for (const auto& one : rings) one->close();
    }

    // `first`: how many are on other computers, before these.
    void make(int processes, int first = 0, bool with_pipes = false) {
        make({first, processes}, first + processes, with_pipes);
    }
    // All that share memory, of a run that has so many processes now.
    void make(const Sharers& sharers, int all, bool with_pipes = false) {
        const int processes = sharers.count(all);
        arrived.first = sharers.first;
        arrived.next.assign(static_cast<std::size_t>(processes), 0);
        const int descriptor = memfd_create("rings_test", MFD_CLOEXEC);
        ASSERT_GE(descriptor, 0);
        const std::size_t bytes = RingMemory::bytes(processes);
        ASSERT_EQ(ftruncate(descriptor, static_cast<off_t>(bytes + Roster::bytes(all))), 0);
        ASSERT_TRUE(roster.map(descriptor, bytes, all));
        for (int process = 0; process < all; ++process) roster.add(1, Roster::Part::whole);
        for (int position = 0; position < processes; ++position) {
            rings.push_back(std::make_unique<Rings>());
            ASSERT_TRUE(rings.back()->memory.map(descriptor, 0, processes));
            rings.back()->open(sharers.process_at(position), sharers, roster, &take);
            if (with_pipes) rings.back()->open_wake_pipe();
            rings.back()->introduce();
        }
        rings.back()->know_others();
        close(descriptor);
    }

    // Packets of random sizes to process 0, in two parts; as many bytes as several rings have.
    void send(std::uint32_t sender, std::uint32_t packets, unsigned seed) {
        std::mt19937 random(seed + sender);
        std::vector<char> data(longest_frame);
        for (std::uint32_t number = 0; number < packets; ++number) {
            const Head head{sender, number};
            const std::size_t most = random() % 4 == 0 ? longest_frame : 200;
            const std::size_t bytes = sizeof head + random() % (most - sizeof head + 1);
            for (std::size_t index = sizeof head; index < bytes; ++index) data[index] = byte_of(head, index);
            const std::array parts{Part{&head, sizeof head}, Part{&data[sizeof head], bytes - sizeof head}};
            rings[sender]->send(arrived.first, tag_of(head), parts.data(), 2);
        }
        while (rings[sender]->is_sending()) rings[sender]->poll();
    }

    Roster roster;
    std::vector<std::unique_ptr<Rings>> rings;
};

class RingsBetween : public RingsTest, public testing::WithParamInterface<int> {};

TEST_P(RingsBetween, KeepOrderAndBytesOfEachSender) {
    const int processes = GetParam();
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    make(processes);
    constexpr std::uint32_t packets = 2000;
    std::vector<std::thread> senders;
    for (int sender = 1; sender < processes; ++sender)
        senders.emplace_back([&, sender] { send(static_cast<std::uint32_t>(sender), packets, seed); });
    const auto is_all_there = [&] {
        for (int sender = 1; sender < processes; ++sender)
            if (arrived.next[static_cast<std::size_t>(sender)] < packets) return false;
        return true;
    };
    while (!is_all_there()) {
        rings[0]->own_bell().sleep_unless([&] { return !rings[0]->looks_empty(); }, 1'000'000'000);
        rings[0]->poll();
    }
    for (std::thread& sender : senders) sender.join();
    EXPECT_EQ(arrived.wrong, 0);
    EXPECT_FALSE(rings[0]->poll());
}
INSTANTIATE_TEST_SUITE_P(Processes, RingsBetween, testing::Values(2, 3, 5));

// Nothing waits for room, and nothing that has no room is lost.
TEST_F(RingsTest, KeepWhatARingHasNoRoomFor) {
    make(2);
    constexpr std::uint32_t packets = 500;
    std::vector<char> data(longest_frame - sizeof(Head));
    for (std::uint32_t number = 0; number < packets; ++number) {
        const Head head{1, number};
        for (std::size_t index = 0; index < data.size(); ++index)
            data[index] = byte_of(head, sizeof head + index);
        const std::array parts{Part{&head, sizeof head}, Part{data.data(), data.size()}};
        rings[1]->send(0, tag_of(head), parts.data(), 2);
    }
    EXPECT_TRUE(rings[1]->is_sending());
    while (arrived.next[1] < packets) {
        ASSERT_TRUE(rings[0]->poll());
        rings[1]->poll();
    }
    EXPECT_EQ(arrived.wrong, 0);
    EXPECT_FALSE(rings[1]->is_sending());
}

TEST_F(RingsTest, ABellWakesASleeper) {
    make(2);
    std::thread sleeper([&] {
        while (arrived.next[1] == 0) {
            rings[0]->own_bell().sleep_unless([&] { return !rings[0]->looks_empty(); }, -1);
            rings[0]->poll();
        }
    });
    usleep(10000);
    const Head head{1, 0};
    const Part part{&head, sizeof head};
    rings[1]->send(0, tag_of(head), &part, 1);
    sleeper.join();
    EXPECT_EQ(arrived.wrong, 0);
}

// Processes of one computer among those of several.
TEST_F(RingsTest, ReachNeighboursAlone) {
    EXPECT_FALSE(Rings{}.reach(0));
    make(3, 4);
    for (int process = 0; process < 10; ++process)
        EXPECT_EQ(rings[0]->reach(process), process >= 4 && process < 7) << process;
    send(2, 10, 1);
    EXPECT_TRUE(rings[0]->poll());
    EXPECT_EQ(arrived.next[2], 10U);
    EXPECT_EQ(arrived.wrong, 0);
}

// Two with which the run began, of four, and two that were started later.
TEST_F(RingsTest, ReachThoseThatWereStartedLater) {
    make(Sharers{0, 2, 4}, 6);
    for (int process = 0; process < 6; ++process)
        EXPECT_EQ(rings[3]->reach(process), process < 2 || process >= 4) << process;
    std::vector<int> heard;
    static std::vector<int>* hears = nullptr;
    hears = &heard;
    rings[3]->close();
    rings[3]->open(5, {0, 2, 4}, roster,
                   [](int process, std::uint32_t, const char*, std::size_t) { hears->push_back(process); });
    const Part part{"", 1};
    for (const int position : {2, 0, 1}) rings[position]->send(5, 0, &part, 1);
    EXPECT_TRUE(rings[3]->poll());
    EXPECT_EQ(heard, (std::vector{0, 1, 4}));
    EXPECT_EQ(roster[5].number.load(), getpid());
    EXPECT_EQ(roster[2].number.load(), 0) << "on another computer";
}

TEST_F(RingsTest, APipeWakesWhoWaitsForDescriptors) {
    make(2, 4, true);
    Rings& receiver = *rings[0];
    pollfd woken{receiver.wake_descriptor(), POLLIN, 0};
    const Part part{"", 1};
    rings[1]->send(4, 0, &part, 1);
    EXPECT_EQ(poll(&woken, 1, 0), 0) << "nobody sleeps";
    static_cast<void>(receiver.own_bell().prepare());
    EXPECT_FALSE(receiver.looks_empty());
    for (int packet = 0; packet < 3; ++packet) rings[1]->send(4, 0, &part, 1);
    EXPECT_EQ(poll(&woken, 1, 0), 1);
    char bytes[8];
    EXPECT_EQ(read(woken.fd, bytes, sizeof bytes), 1) << "once for all packets";
    receiver.own_bell().end();
}

TEST_F(RingsTest, CopyWhereAnotherProcessSays) {
    make(2);
    std::vector<char> from(100'000, 'x');
    std::vector<char> to(from.size());
    if (!rings[1]->write_memory(0, reinterpret_cast<std::uint64_t>(to.data()), from.data(), from.size()))
        GTEST_SKIP() << "the system does not let processes write into each other";
    EXPECT_EQ(to, from);
    std::vector<char> back(from.size());
    EXPECT_TRUE(
        rings[1]->read_memory(0, reinterpret_cast<std::uint64_t>(from.data()), back.data(), back.size()));
    EXPECT_EQ(back, from);
    EXPECT_FALSE(rings[1]->write_memory(0, 8, from.data(), from.size()));
    EXPECT_FALSE(rings[1]->write_memory(0, reinterpret_cast<std::uint64_t>(to.data()), from.data(), 1))
        << "after a failure it is asked again";
}

TEST_F(RingsTest, RefuseMemoryThatHoldsNoPackets) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    make(2);
    for (const std::uint64_t length : {std::uint64_t{longest_frame} + 2, ~std::uint64_t{0}}) {
        const auto read = [&] {
            std::memcpy(rings[0]->memory.ring(1, 0), &length, sizeof length);
            rings[0]->poll();
        };
        EXPECT_DEATH(read(), "memory shared with process 1 holds no packets") << length;
    }
}

} // namespace
} // namespace sartor::channel::fabric
