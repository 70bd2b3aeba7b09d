// Packets over connections of TCP; here the processes are threads.
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <malloc.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "transports/fabric/carriers/tcp/sockets.hpp"

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

std::atomic<int> lost_process{-1};
void lose(int process) {
    lost_process = process;
}

std::vector<Card> cards; // by process
const void* card_of(int process) {
    return &cards[static_cast<std::size_t>(process)];
}

// A process. Those that connect to it are of the thread's own one.
struct Process {
    Listening listening;
    Sockets sockets;

    void open(bool is_local, std::size_t longest) {
        sockets.open(0, longest, &take, &lose);
        listening.open(is_local);
        cards.emplace_back();
        listening.write_card(&cards.back());
    }
    void know(int number, int count) {
        listening.know(number, count, key, &take_connection);
        sockets.know(listening, &card_of, number, count);
    }
    void close() {
        sockets.close();
        listening.close();
    }
    bool poll() {
        own = this;
        listening.accept_all();
        return sockets.poll();
    }
    static void take_connection(int kind, int from, int socket) {
        EXPECT_EQ(kind, 0);
        own->sockets.take_connection(from, socket);
    }
    static thread_local Process* own;
};
thread_local Process* Process::own = nullptr;

// Runs act(number, process) for each process of a run, on a thread of its own.
template <class Act>
void run(int processes, Act act) {
    cards.clear();
    std::vector<Process> all(static_cast<std::size_t>(processes));
    for (std::size_t process = 0; process < all.size(); ++process)
        all[process].open(process % 2 == 0 || processes == 2, longest_packet);
    for (int number = 0; number < processes; ++number)
        all[static_cast<std::size_t>(number)].know(number, processes);
    std::vector<std::thread> threads;
    for (int number = 0; number < processes; ++number)
        threads.emplace_back([&, number] {
            Process::own = &all[static_cast<std::size_t>(number)];
            act(number, *Process::own);
        });
    for (std::thread& thread : threads) thread.join();
    for (Process& one : all) one.close();
}

void take_all(Process& own, int packets) {
    while (arrived.packets < packets) own.poll();
    EXPECT_EQ(arrived.wrong, 0);
}

// Of all lengths, to all processes and to the own one: in order, and whole.
void exchange_packets(int processes) {
    constexpr int packets = 400; // of each to each
    std::atomic<int> done{0};
    run(processes, [&](int number, Process& own) {
        std::mt19937 random(static_cast<unsigned>(number));
        for (std::uint32_t packet = 0; packet < packets; ++packet)
            for (int process = 0; process < processes; ++process) {
                const std::size_t most = random() % 8 == 0 ? longest_packet - sizeof(Label) : 100;
                send_packet(own.sockets, process, {static_cast<std::uint32_t>(number), packet},
                            random() % most);
                if (random() % 4 == 0) own.poll();
            }
        take_all(own, packets * processes);
        ++done;
        while (done < processes) own.poll(); // others wait for what is kept here
    });
}

TEST(Sockets, SayWhoHasGone) {
    lost_process = -1;
    run(3, [&](int number, Process& own) {
        if (number == 1) {
            take_all(own, 1);
            own.close(); // as its end does
        }
        if (number != 2) return;
        send_packet(own.sockets, 1, {2, 0}, 10);
        while (lost_process < 0) own.poll();
    });
    EXPECT_EQ(lost_process, 1);
}

TEST(Sockets, DeliverInOrder) {
    for (const int processes : {1, 2, 3, 6}) exchange_packets(processes);
}

TEST(Sockets, WakeWhoSleeps) {
    run(2, [](int number, Process& own) {
        const process::EventCount<> events;
        if (number == 1) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            return send_packet(own.sockets, 0, {1, 0}, 10);
        }
        std::atomic<bool> is_over{false};
        std::thread listener([&] {
            Process::own = &own;
            while (!is_over) own.listening.accept_all();
        });
        while (arrived.packets == 0) {
            EXPECT_TRUE(own.sockets.sleep(events, events.count(), -1)); // nothing but the packet wakes it
            own.sockets.poll();
        }
        is_over = true;
        listener.join();
    });
}

TEST(Sockets, WakeBySomebodyElse) {
    run(1, [](int, Process& process) {
        Sockets& own = process.sockets;
        const process::EventCount<> events;
        std::atomic<bool> is_awake{false};
        std::thread other([&] {
            while (!is_awake) own.wake();
        });
        EXPECT_FALSE(own.sleep(events, events.count(), -1));
        is_awake = true;
        other.join();
        EXPECT_FALSE(own.sleep(events, events.count(), 1000));   // nobody wakes it again
        EXPECT_FALSE(own.sleep(events, events.count() + 2, -1)); // it was told before
    });
}

TEST(Sockets, OfPacketsInABurstTheLaterOnesWaitForPoll) {
    run(1, [](int, Process& own) {
        for (std::uint32_t packet = 0; packet < 10; ++packet) send_packet(own.sockets, 0, {0, packet}, 8);
        EXPECT_TRUE(own.sockets.is_sending());
        take_all(own, 10);
        EXPECT_FALSE(own.sockets.is_sending());
    });
}

// Both connect: neither looks for packets before it has sent.
TEST(Sockets, ConnectToEachOtherAtOnce) {
    for (int turn = 0; turn < 30; ++turn) {
        std::atomic<int> ready{0};
        std::atomic<int> done{0};
        run(2, [&](int number, Process& own) {
            ++ready;
            while (ready < 2) continue;
            for (std::uint32_t packet = 0; packet < 5; ++packet)
                send_packet(own.sockets, 1 - number, {static_cast<std::uint32_t>(number), packet}, 8);
            take_all(own, 5);
            ++done;
            while (done < 2) own.poll();
            EXPECT_EQ(own.sockets.connected(), 2); // with itself, too
        });
    }
}

std::size_t bytes_in_use() {
    const struct mallinfo2 memory = mallinfo2();
    return memory.uordblks + memory.hblkhd;
}

// Of a process among 6400, which sends to one of them: of all others it keeps a pointer each.
TEST(Sockets, KeepAPointerForAProcessThatDoesNotTalk) {
    constexpr std::size_t processes = 6400;
    constexpr std::size_t longest = 128;
    constexpr std::size_t of_connections = 16 << 10; // to itself and to one other
    cards.clear();
    Process first;
    Process other;
    first.open(true, longest);
    other.open(true, longest);
    other.know(1, processes);
    const std::size_t before = bytes_in_use();
    first.know(0, processes);
    std::thread answers([&] {
        while (other.sockets.connected() < 2) other.poll();
    });
    Process::own = &first;
    send_packet(first.sockets, 1, {0, 0}, 8);
    answers.join();
    EXPECT_EQ(first.sockets.connected(), 2);
    EXPECT_LE(bytes_in_use() - before, processes * sizeof(void*) + of_connections);
    first.close();
    other.close();
}

bool has_loopback_of_ipv6() {
    sockaddr_in6 here{};
    here.sin6_family = AF_INET6;
    here.sin6_addr = in6addr_loopback;
    const int one = socket(AF_INET6, SOCK_STREAM, 0);
    const bool is_bound = one >= 0 && bind(one, reinterpret_cast<const sockaddr*>(&here), sizeof here) == 0;
    if (one >= 0) close(one);
    return is_bound;
}

// The process that listens at all addresses has one of IPv6 alone.
TEST(Sockets, ConnectByIPv6) {
    if (!has_loopback_of_ipv6()) GTEST_SKIP() << "no ::1 here";
    run(3, [](int number, Process& own) {
        if (number == 0) {
            cards[1].count = 1;
            cards[1].addresses[0].bytes = in6addr_loopback;
            send_packet(own.sockets, 1, {0, 0}, 8);
        }
        if (number == 1) take_all(own, 1);
    });
}

TEST(Cards, LeaveOutAddressesOfLinksAndTheLoopback) {
    Card card{};
    card.add_interfaces();
    for (int index = 0; index < card.count; ++index) {
        EXPECT_FALSE(IN6_IS_ADDR_LINKLOCAL(&card.addresses[index].bytes));
        EXPECT_FALSE(IN6_IS_ADDR_LOOPBACK(&card.addresses[index].bytes));
    }
}

// A stranger without the key is sent away, one that says nothing keeps nobody waiting.
TEST(Sockets, AreNotForStrangers) {
    run(2, [](int number, Process& own) {
        if (number == 0) return take_all(own, 1);
        const Card& card = cards[0];
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = card.port;
        std::memcpy(&to.sin_addr, &card.addresses[0].bytes.s6_addr[12], sizeof to.sin_addr);
        int strangers[3]; // of which the last one says what a process might
        for (int& stranger : strangers) {
            stranger = socket(AF_INET, SOCK_STREAM, 0);
            ASSERT_EQ(connect(stranger, reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
        }
        const char greeting[24] = {};
        ASSERT_EQ(send(strangers[2], greeting, sizeof greeting, 0), 24);
        char byte = 0;
        EXPECT_LE(recv(strangers[2], &byte, 1, 0), 0);
        send_packet(own.sockets, 0, {1, 0}, 8);
        for (const int stranger : strangers) close(stranger);
    });
}

} // namespace
} // namespace sartor::channel::fabric
