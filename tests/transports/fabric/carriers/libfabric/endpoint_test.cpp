// Packets and remote reads over providers of libfabric; here the processes are endpoints of one.
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transports/fabric/carriers/libfabric/endpoint.hpp"

namespace sartor::channel::fabric {
namespace {

constexpr int processes = 2;
constexpr std::size_t longest_packet = 20000;
constexpr std::uint64_t key = 0x1234567890abcdef;

std::array<std::array<char, 512>, processes> cards;
const void* card_of(int process) {
    return &cards[static_cast<std::size_t>(process)];
}

struct EndOfRead {
    int note;
    bool has_data;
};
std::vector<EndOfRead> ends;
std::vector<std::string> packets;

void take_packet(const char* packet, std::size_t bytes) {
    packets.emplace_back(packet, bytes);
}
void take_end(const void* note, std::size_t bytes, bool has_data) {
    EndOfRead end{0, has_data};
    ASSERT_EQ(bytes, sizeof end.note);
    std::memcpy(&end.note, note, bytes);
    ends.push_back(end);
}

class Endpoints : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        ends.clear();
        packets.clear();
        for (std::size_t process = 0; process < processes; ++process) {
            all[process].open({GetParam(), true, longest_packet, key, &take_packet, &take_end});
            static_cast<void>(all[process].address(&cards[process], sizeof cards[process]));
        }
        for (int process = 0; process < processes; ++process) all[process].know(&card_of, process, processes);
    }
    void TearDown() override {
        for (Endpoint& one : all) one.close();
    }

    // Until it is so, but not for ever.
    template <class Condition>
    [[nodiscard]] bool poll_until(Condition condition) {
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (!condition() && std::chrono::steady_clock::now() < limit)
            for (Endpoint& one : all) one.poll();
        return condition();
    }
    // By process 1 from process 0.
    void begin_read(const split::Region& region, std::vector<char>& memory, int note) {
        if (!all[1].read(0, region, memory.data(), memory.size(), &note, sizeof note))
            ends.push_back({note, false});
    }

    Endpoint all[processes];
};
INSTANTIATE_TEST_SUITE_P(Providers, Endpoints, testing::Values("tcp", "udp", "sockets", "shm"));

std::vector<char> contents(std::size_t bytes) {
    std::vector<char> made(bytes);
    for (std::size_t index = 0; index < bytes; ++index) made[index] = static_cast<char>(index * 7 % 251);
    return made;
}

// Whatever their lengths: those beyond 16 KiB take a handshake of the provider's (tcp;ofi_rxm).
TEST_P(Endpoints, DeliverPacketsInOrder) {
    constexpr std::size_t count = 300;
    for (std::size_t number = 0; number < count; ++number) {
        const std::string text(number % 3 == 0 ? longest_packet : 10 + number, static_cast<char>(number));
        const Part part{text.data(), text.size()};
        all[0].send(1, &part, 1);
    }
    ASSERT_TRUE(poll_until([&] { return packets.size() == count; }));
    for (std::size_t number = 0; number < count; ++number)
        EXPECT_EQ(packets[number][0], static_cast<char>(number)) << number;
}

TEST_P(Endpoints, ReadWhatAnotherHasRegistered) {
    for (const std::size_t bytes : {std::size_t{16} << 10, std::size_t{100'001}, std::size_t{5} << 20}) {
        const std::vector<char> there = contents(bytes);
        const split::Region region = all[0].register_memory(there.data(), bytes);
        ASSERT_NE(region.registration, nullptr);
        for (const std::size_t wanted : {bytes, bytes / 3}) {
            std::vector<char> here(wanted);
            ends.clear();
            begin_read(region, here, 7);
            ASSERT_TRUE(poll_until([] { return !ends.empty(); })) << wanted << " bytes";
            EXPECT_EQ(ends[0].note, 7);
            EXPECT_TRUE(ends[0].has_data);
            EXPECT_TRUE(std::equal(here.begin(), here.end(), there.begin()));
        }
        Endpoint::deregister(region.registration);
    }
}

TEST_P(Endpoints, SendWhileTheyRead) {
    const std::vector<char> there = contents(std::size_t{3} << 20);
    const split::Region region = all[0].register_memory(there.data(), there.size());
    ASSERT_NE(region.registration, nullptr);
    constexpr std::size_t reads = 20;
    std::vector<std::vector<char>> here(reads, std::vector<char>(there.size()));
    constexpr std::size_t packets_of_each = 30;
    for (std::size_t number = 0; number < reads; ++number) {
        begin_read(region, here[number], static_cast<int>(number));
        for (std::size_t packet = 0; packet < packets_of_each; ++packet) {
            const std::string text(1 + number * packet * 30, static_cast<char>('a' + packet));
            const Part part{text.data(), text.size()};
            all[0].send(1, &part, 1);
        }
    }
    ASSERT_TRUE(
        poll_until([&] { return ends.size() == reads && packets.size() == reads * packets_of_each; }));
    for (const EndOfRead& end : ends) EXPECT_TRUE(end.has_data) << end.note;
    for (const auto& memory : here) EXPECT_EQ(memory, there);
    for (std::size_t index = 0; index < packets.size(); ++index)
        EXPECT_EQ(packets[index][0], static_cast<char>('a' + index % packets_of_each));
    Endpoint::deregister(region.registration);
}

// Nor what has been deregistered. Over shm it is the system that refuses other users; over udp a read that is
// refused is sent again and again.
TEST_P(Endpoints, ReadNothingWithoutItsKey) {
    if (std::string(GetParam()) == "shm" || std::string(GetParam()) == "udp") return;
    const std::vector<char> there = contents(std::size_t{64} << 10);
    const split::Region region = all[0].register_memory(there.data(), there.size());
    ASSERT_NE(region.registration, nullptr);
    std::vector<char> here(there.size());
    begin_read({nullptr, region.address, region.key + 1}, here, 1);
    ASSERT_TRUE(poll_until([] { return ends.size() == 1; }));
    Endpoint::deregister(region.registration);
    begin_read(region, here, 2);
    ASSERT_TRUE(poll_until([] { return ends.size() == 2; }));
    for (const EndOfRead& end : ends) EXPECT_FALSE(end.has_data) << end.note;
    EXPECT_EQ(here, std::vector<char>(there.size()));
}

TEST_P(Endpoints, RefuseToRegisterWhatIsSentAsQuickly) {
    const char few[100] = "";
    EXPECT_EQ(all[0].register_memory(few, sizeof few).registration, nullptr);
}

} // namespace
} // namespace sartor::channel::fabric
