// Packets over connections of TCP; here the processes are threads.
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "components/channel/fabric/sockets.hpp"

namespace sartor::channel::fabric {
namespace {

constexpr std::size_t longest_packet = 100'000;
constexpr std::uint64_t key = 0x1234567890abcdef;

struct Label {
    std::uint32_t sender;
    std::uint32_t number;
};
char content_of(const Label& head, std::size_t index) {
    return static_cast<char>(head.sender * 31 + head.number * 7 + index);
}

// What has come to the process of a thread: of each sender its numbers, in order.
struct Arrived {
    std::array<std::uint32_t, 8> next{};
    int packets = 0;
    int wrong = 0;
};
thread_local Arrived arrived;

void take(const char* packet, std::size_t bytes) {
    Label head{};
    std::memcpy(&head, packet, sizeof head);
    bool is_right = bytes >= sizeof head && head.number == arrived.next[head.sender]++ &&
                    reinterpret_cast<std::uintptr_t>(packet) % 8 == 0;
    for (std::size_t index = sizeof head; index < bytes && is_right; ++index)
        is_right = packet[index] == content_of(head, index);
    arrived.wrong += is_right ? 0 : 1;
    ++arrived.packets;
}

void send_packet(Sockets& sockets, int process, const Label& head, std::size_t bytes) {
    std::string data(bytes, ' ');
    for (std::size_t index = 0; index < bytes; ++index) data[index] = content_of(head, sizeof head + index);
    const Part parts[] = {{&head, sizeof head}, {data.data(), bytes}};
    sockets.send(process, parts, 2);
}

// Runs act(number, sockets) for each process of a run, on a thread of its own.
template <class Act>
void run(int processes, Act act) {
    std::vector<Sockets> all(static_cast<std::size_t>(processes));
    std::vector<std::array<char, 2 * Listening::card_bytes>> cards(static_cast<std::size_t>(processes));
    std::vector<const void*> known;
    for (std::size_t process = 0; process < all.size(); ++process) {
        all[process].open(process % 2 == 0 || processes == 2, longest_packet, &take);
        all[process].write_card(cards[process].data() + 8);
        known.push_back(cards[process].data());
    }
    std::vector<std::thread> threads;
    for (int number = 0; number < processes; ++number)
        threads.emplace_back([&, number] {
            Sockets& own = all[static_cast<std::size_t>(number)];
            own.know(known.data(), 8, number, processes, key);
            act(number, own);
        });
    for (std::thread& thread : threads) thread.join();
    for (Sockets& one : all) one.close();
}

void take_all(Sockets& own, int packets) {
    while (arrived.packets < packets) own.poll();
    EXPECT_EQ(arrived.wrong, 0);
}

// Of all lengths, to all processes and to the own one: in order, and whole.
void exchange_packets(int processes) {
    constexpr int packets = 400; // of each to each
    std::atomic<int> done{0};
    run(processes, [&](int number, Sockets& own) {
        std::mt19937 random(static_cast<unsigned>(number));
        for (std::uint32_t packet = 0; packet < packets; ++packet)
            for (int process = 0; process < processes; ++process) {
                const std::size_t most = random() % 8 == 0 ? longest_packet - sizeof(Label) : 100;
                send_packet(own, process, {static_cast<std::uint32_t>(number), packet}, random() % most);
                if (random() % 4 == 0) own.poll();
            }
        take_all(own, packets * processes);
        ++done;
        while (done < processes) own.poll(); // others wait for what is kept here
    });
}

TEST(Sockets, DeliverInOrder) {
    for (const int processes : {1, 2, 3, 6}) exchange_packets(processes);
}

TEST(Sockets, WakeWhoSleeps) {
    run(2, [](int number, Sockets& own) {
        const std::atomic<std::uint32_t> is_asleep{1};
        if (number == 1) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            return send_packet(own, 0, {1, 0}, 10);
        }
        while (arrived.packets == 0) {
            EXPECT_TRUE(own.sleep(is_asleep, -1)); // nothing but the packet wakes it
            own.poll();
        }
    });
}

TEST(Sockets, WakeBySomebodyElse) {
    run(1, [](int, Sockets& own) {
        const std::atomic<std::uint32_t> is_asleep{1};
        std::atomic<bool> is_awake{false};
        std::thread other([&] {
            while (!is_awake) own.wake();
        });
        EXPECT_FALSE(own.sleep(is_asleep, -1));
        is_awake = true;
        other.join();
        EXPECT_FALSE(own.sleep(is_asleep, 1000)); // nobody wakes it again
        const std::atomic<std::uint32_t> is_up{0};
        EXPECT_FALSE(own.sleep(is_up, -1));
    });
}

TEST(Sockets, OfPacketsInABurstTheLaterOnesWaitForPoll) {
    run(1, [](int, Sockets& own) {
        for (std::uint32_t packet = 0; packet < 10; ++packet) send_packet(own, 0, {0, packet}, 8);
        EXPECT_TRUE(own.is_sending());
        take_all(own, 10);
        EXPECT_FALSE(own.is_sending());
    });
}

} // namespace
} // namespace sartor::channel::fabric
