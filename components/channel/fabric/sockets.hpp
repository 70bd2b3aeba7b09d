// Packets between processes of several computers, over connections of TCP: what Endpoint does, without a
// library between.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <poll.h>
#include <pthread.h>

#include "components/channel/fabric/byte_queue.hpp"
#include "components/channel/fabric/connections.hpp"
#include "components/channel/fabric/frame.hpp"

namespace sartor::channel::fabric {

// Packets between two processes arrive in the order in which they were sent. Any thread may send, and any may
// poll; packets are delivered by one thread at a time. A packet takes one system call at its sender and one
// at its receiver; of many that a process sends without looking for others, those behind the first ones wait
// for poll() and leave together. Ends the run when there is no memory.
class Sockets {
  public:
    // Called for each packet that has come; must not poll. Packets begin at multiples of 8.
    using Deliver = void (*)(const char* packet, std::size_t bytes);

    [[nodiscard]] bool exist() const noexcept { return events_ >= 0; }

    // is_local, as for Endpoint. `longest_packet`: in bytes.
    void open(bool is_local, std::size_t longest_packet, Deliver deliver) noexcept;
    // The own card, for others, of Listening::card_bytes.
    void write_card(void* memory) const noexcept { listening_.write_card(memory); }
    // Connects all processes; `own` is the number of this one. `offset`: of its kind of card in theirs.
    // `key`: of the run.
    void know(const void* const* cards, std::size_t offset, int own, int count, std::uint64_t key) noexcept;

    // Copies the parts. Never waits: what the system does not take now is kept. True: packets wait for
    // poll().
    bool send(int process, const Part* parts, int count) noexcept;
    // Passes on what was kept, and delivers what has come. False: nothing has come. `waits_for_turn`: while
    // another thread polls; otherwise that is enough.
    bool poll(bool waits_for_turn = false) noexcept;
    // Whether packets wait.
    [[nodiscard]] bool is_sending() const noexcept { return waiting_.load(std::memory_order_relaxed) > 0; }
    // Passes on what was kept.
    void send_waiting() noexcept;

    // Readable when something has come.
    [[nodiscard]] int descriptor() const noexcept { return events_; }

    // Of a worker: until something comes or can be sent, which is true, until wake(), or for so many
    // nanoseconds (negative: no limit). Not at all when `is_asleep` is 0.
    bool sleep(const std::atomic<std::uint32_t>& is_asleep, std::int64_t nanoseconds) noexcept;
    // All that sleep return.
    void wake() noexcept;
    // Whether sleep() waits in a system call whose first argument is this address.
    [[nodiscard]] bool is_slept_on(std::uintptr_t address) noexcept;

    void close() noexcept;

  private:
    // With one process. What goes to the own one takes a pair of sockets.
    struct Connection {
        pthread_mutex_t mutex; // of what goes out
        int out;               // -1: it has gone
        int in;
        ByteQueue waiting;
        bool is_blocked;    // the system had no room: it says when it has
        std::uint32_t turn; // of polls, in which so many packets have left
        int in_turn;
        char* arrived; // bytes, of a packet that begins at the beginning
        std::size_t filled;
    };
    struct Sleeper {
        Sleeper* next;
        pollfd descriptors[2]; // what comes, and an eventfd(2)
        bool is_woken;
    };

    void add(int process, int out, int in) noexcept;
    void watch(Connection& connection, std::uint32_t events, int operation) noexcept;
    void write(Connection& to, const Part* parts, int count) noexcept;
    void keep(Connection& to, const Part* parts, int count, std::size_t done) noexcept;
    void flush(Connection& to) noexcept;
    void note_room(Connection& to, bool has_room) noexcept;
    bool receive_all() noexcept;
    bool receive(Connection& from) noexcept;
    void deliver_whole(Connection& from) noexcept;
    Sleeper* new_sleeper() noexcept;
    Sleeper* lie_down() noexcept;
    void get_up(Sleeper* sleeper) noexcept;

    Listening listening_;
    int events_ = -1; // epoll(7)
    int own_ = 0;
    int count_ = 0;
    Connection* connections_ = nullptr;
    Deliver deliver_ = nullptr;
    std::size_t room_ = 0;               // for what has arrived
    std::atomic<int> waiting_{0};        // connections with packets that wait
    std::atomic<int> own_packets_{0};    // from this process to itself
    std::atomic<std::uint32_t> turn_{0}; // of polls
    pthread_mutex_t receiving_ = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_t sleeping_ = PTHREAD_MUTEX_INITIALIZER;
    Sleeper* sleepers_ = nullptr;
    Sleeper* free_sleepers_ = nullptr;
};

} // namespace sartor::channel::fabric
