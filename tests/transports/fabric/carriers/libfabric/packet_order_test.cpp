// Packets of a process are delivered in the order of their numbers, whatever the order in which they come.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "transports/fabric/carriers/libfabric/packet_order.hpp"

namespace sartor::channel::fabric {
namespace {

constexpr std::uint64_t key = 0x1234567890abcdef;

struct Packet {
    Packet* next = nullptr;
    std::size_t bytes = sizeof(PacketHead);
    PacketHead head{};

    [[nodiscard]] char* data() { return reinterpret_cast<char*>(&head); }
};

// What becomes of packets that come in the order of a vector.
struct Taken {
    std::vector<PacketHead> delivered;
    int dropped = 0;

    void take(PacketOrder<Packet>& order, std::vector<Packet>& packets) {
        for (Packet& packet : packets)
            order.take(
                packet, [&](Packet& one) { delivered.push_back(one.head); }, [&](Packet&) { ++dropped; });
    }
};

TEST(PacketOrder, IsThatOfTheSender) {
    for (const unsigned seed : {1U, 2U, 3U}) {
        PacketOrder<Packet> senders[3];
        PacketOrder<Packet> receiver;
        ASSERT_TRUE(receiver.open(key, 0, 3));
        std::vector<Packet> packets;
        for (int from = 1; from < 3; ++from) {
            ASSERT_TRUE(senders[from].open(key, from, 3));
            for (int number = 0; number < 50; ++number)
                packets.emplace_back().head = senders[from].next_head(0);
        }
        std::shuffle(packets.begin(), packets.end(), std::mt19937(seed));
        Taken taken;
        taken.take(receiver, packets);
        ASSERT_EQ(taken.delivered.size(), packets.size());
        std::uint32_t next[3] = {};
        for (const PacketHead& head : taken.delivered) EXPECT_EQ(head.number, next[head.from]++);
        for (auto* order : {&senders[1], &senders[2], &receiver}) order->close();
    }
}

TEST(PacketOrder, DropsWhatIsNoProcesss) {
    PacketOrder<Packet> receiver;
    ASSERT_TRUE(receiver.open(key, 0, 2));
    std::vector<Packet> packets(6);
    packets[0].head = {key + 1, 1, 0};
    packets[1].head = {key, 2, 0};
    packets[2].head = {key, -1, 0};
    packets[3].head = {key, 1, 0};
    packets[4].head = {key, 1, 0}; // again
    packets[5].head = {key, 1, 1};
    packets[5].bytes = sizeof(PacketHead) - 1;
    Taken taken;
    taken.take(receiver, packets);
    EXPECT_EQ(taken.delivered.size(), 1U);
    EXPECT_EQ(taken.dropped, 5);
    receiver.close();
}

} // namespace
} // namespace sartor::channel::fabric
