// Packets between processes of several computers, over connections of TCP: what Endpoint does, without a
// library between.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <poll.h>
#include <pthread.h>

#include "runtime/scheduler/event_count.hpp"
#include "transports/fabric/carriers/tcp/byte_queue.hpp"
#include "transports/fabric/carriers/tcp/listening.hpp"
#include "transports/fabric/frame.hpp"

namespace sartor::channel::fabric {

// Packets between two processes arrive in the order in which they were sent. Any thread may send, and any may
// poll; packets are delivered by one thread at a time. A packet takes one system call at its sender and one
// at its receiver; of many that a process sends without looking for others, those behind the first ones wait
// for poll() and leave together. A process is connected when the first packet goes to it, or comes from it;
// one that is not costs a pointer. Ends the run when there is no memory.
class Sockets {
  public:
    // Called for each packet that has come; must not poll. Packets begin at multiples of 8.
    using Deliver = void (*)(const char* packet, std::size_t bytes);
    // Called when the connection with a process has broken: it is gone, or goes.
    using Lost = void (*)(int process);
    // The card of a process, of Listening::card_bytes, good until the thread calls it again. For each process
    // that this one connects to.
    using CardOf = const void* (*)(int process);

    [[nodiscard]] bool exist() const noexcept { return events_ >= 0; }

    // `kind`: of these connections, as all processes number it. `longest_packet`: in bytes.
    void open(int kind, std::size_t longest_packet, Deliver deliver, Lost lost) noexcept;
    // Packets may be sent from now on. `own`: the number of this process.
    void know(Listening& listening, CardOf card_of, int own, int count) noexcept;
    // Of a process that has connected to this one: see Listening.
    void take_connection(int from, int socket) noexcept;
    // Processes that are connected, the own one included.
    [[nodiscard]] int connected() const noexcept;

    // Copies the parts. Never waits, but for the first connection: what the system does not take now is kept.
    // True: packets wait for poll().
    bool send(int process, const Part* parts, int count) noexcept;
    // To all that are connected, where that is possible without waiting and without memory: this process
    // ends now, perhaps in the middle of another call.
    void send_last(const Part* parts, int count) noexcept;
    // Passes on what was kept, and delivers what has come. False: nothing has come. `waits_for_turn`: while
    // another thread polls; otherwise that is enough.
    bool poll(bool waits_for_turn = false) noexcept;
    // Whether packets wait.
    [[nodiscard]] bool is_sending() const noexcept { return waiting_.load(std::memory_order_relaxed) > 0; }
    // Passes on what was kept.
    void send_waiting() noexcept;

    // Readable when something has come.
    [[nodiscard]] int descriptor() const noexcept { return events_; }

    // Something that comes by other ways: sleep() returns when this one is readable, too, and reads it.
    // Before anyone sleeps.
    void wait_also_for(int descriptor) noexcept { other_ = descriptor; }
    // Of a worker: until something comes or can be sent, which is true, until wake(), or for so many
    // nanoseconds (negative: no limit). Not at all when its event count is not `so_far`.
    bool sleep(const process::EventCount<>& events, process::EventCount<>::Count so_far,
               std::int64_t nanoseconds) noexcept;
    // All that sleep return.
    void wake() noexcept;
    // Whether sleep() waits in a system call whose first argument is this address.
    [[nodiscard]] bool is_slept_on(std::uintptr_t address) noexcept;

    void close() noexcept;

  private:
    // What comes from a process on one connection. Two that connect to each other at the same time have two,
    // and each sends on its own one.
    struct Stream {
        Stream* next;
        int process;
        int socket;
        std::atomic<bool> is_over; // that process has gone
        char* arrived;             // bytes, of a packet that begins at the beginning
        std::size_t filled;
    };
    // What goes to a process.
    struct Peer {
        Peer* next;
        pthread_mutex_t mutex;       // of all that follows but `stream`
        std::atomic<Stream*> stream; // null: it is not connected
        ByteQueue waiting;
        bool is_blocked;    // the system had no room: it says when it has
        std::uint32_t turn; // of polls, in which so many packets have left
        int in_turn;
    };
    struct Sleeper {
        Sleeper* next;
        pollfd descriptors[3]; // what comes, an eventfd(2), and what else is waited for
        bool is_woken;
    };

    Peer& peer(int process) noexcept;
    Stream* add_stream(int process, int socket) noexcept;
    void connect(Peer& to, int process) noexcept;
    void connect_own() noexcept;
    void watch(const Stream& stream, std::uint32_t events, int operation) noexcept;
    [[nodiscard]] static ssize_t send_now(const Stream& stream, const Part* parts, int count) noexcept;
    void write(Peer& to, const Part* parts, int count) noexcept;
    void keep(Peer& to, const Part* parts, int count, std::size_t done) noexcept;
    void flush(Peer& to) noexcept;
    void note_room(Peer& to, bool has_room) noexcept;
    bool receive_all() noexcept;
    bool receive(Stream& from) noexcept;
    void deliver_whole(Stream& from) noexcept;
    Sleeper* new_sleeper() noexcept;
    Sleeper* begin_sleep() noexcept;
    void end_sleep(Sleeper* sleeper) noexcept;

    Listening* listening_ = nullptr;
    CardOf card_of_ = nullptr;
    int kind_ = 0;
    int events_ = -1; // epoll(7)
    int other_ = -1;  // see wait_also_for()
    int own_ = 0;
    std::atomic<Peer*>* peers_ = nullptr; // by process; null: nothing was sent to it, and nothing came
    std::atomic<Peer*> first_peer_{nullptr};
    std::atomic<Stream*> first_stream_{nullptr};
    std::atomic<int> stream_count_{0};
    Deliver deliver_ = nullptr;
    Lost lost_ = nullptr;
    std::size_t room_ = 0;               // for what has arrived
    std::atomic<int> waiting_{0};        // processes with packets that wait
    std::atomic<int> own_packets_{0};    // from this process to itself
    std::atomic<std::uint32_t> turn_{0}; // of polls
    pthread_mutex_t receiving_ = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_t sleeping_ = PTHREAD_MUTEX_INITIALIZER;
    Sleeper* sleepers_ = nullptr;
    Sleeper* free_sleepers_ = nullptr;
};

} // namespace sartor::channel::fabric
