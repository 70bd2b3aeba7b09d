// Packets between processes of one computer, through rings in memory that they share: what Endpoint does,
// without a library between.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <pthread.h>
#include <sys/uio.h>

#include "transports/fabric/carriers/rings/ring_memory.hpp"
#include "transports/fabric/carriers/rings/wake_pipe.hpp"
#include "transports/fabric/frame.hpp"
#include "transports/fabric/roster.hpp"
#include "transports/fabric/sharers.hpp"

namespace sartor::channel::fabric {

// Packets between two processes arrive in the order in which they were sent. Any thread may send, and any may
// poll; packets are delivered by one thread at a time. Ends the run when there is no memory.
class Rings {
  public:
    // Called for each packet that has come, with the tag that its sender gave it; must not poll.
    using Deliver = void (*)(int process, std::uint32_t tag, const char* packet, std::size_t bytes);

    // The memory was mapped before.
    RingMemory memory;
    [[nodiscard]] bool exist() const noexcept { return memory.exists(); }

    // `number`: of this process. `members`: of the run.
    void open(int number, const Sharers& sharers, const Roster& members, Deliver deliver) noexcept;
    // Frees what open() has allocated, once no thread sends any more. The memory stays mapped.
    void close() noexcept;
    // Processes wake each other by pipes, as those do that wait for sockets, too. Before introduce().
    void open_wake_pipe() noexcept { wake_pipe_.open(); }
    [[nodiscard]] int wake_descriptor() const noexcept { return wake_pipe_.descriptor(); }
    // Whether packets get to a process this way.
    [[nodiscard]] bool reach(int process) const noexcept { return sharers_.have(process); }
    // The following are for processes that they reach.
    // Copies the parts. Never waits: what the ring has no room for now is kept.
    void send(int process, std::uint32_t tag, const Part* parts, int count) noexcept;
    // The process has gone: nothing is sent to it, or kept for it, any more.
    void forget(int process) noexcept;
    // To and from an address of another process. False, from then on always: the system does not let this
    // process.
    [[nodiscard]] bool may_copy() const noexcept { return may_copy_.load(std::memory_order_relaxed); }
    bool write_memory(int process, std::uint64_t address, const void* data, std::size_t bytes) noexcept;
    bool read_memory(int process, std::uint64_t address, void* data, std::size_t bytes) noexcept;
    // Delivers what has come, and passes on what was kept. False: nothing has come. `waits_for_turn`: while
    // another thread polls; otherwise that is enough.
    bool poll(bool waits_for_turn = false) noexcept;
    // Writes what others have to know of this process to its entry in the roster.
    void introduce() const noexcept;
    // Once those have introduced themselves with which the run began.
    void know_others() const noexcept;
    // From now on one thread alone sends and polls.
    void serve_one_thread() noexcept { one_thread_ = true; }
    // A hint, for threads that don't wait for their turn.
    [[nodiscard]] bool looks_empty() const noexcept;
    [[nodiscard]] Bell& own_bell() const noexcept { return memory.bell(own_); }
    // Wakes all that sleep by the bell of a process.
    void ring_bell(int process) const noexcept { memory.bell(sharers_.position_of(process)).advance(); }
    // Whether packets are kept, for which nobody wakes this process.
    [[nodiscard]] bool is_sending() const noexcept { return kept_.load(std::memory_order_relaxed) > 0; }

  private:
    struct Kept;
    // To one process. The mutex is of the threads of this one.
    struct Outgoing {
        pthread_mutex_t mutex;
        int wake_pipe; // -1: not opened
        bool is_gone;
        std::uint64_t written;
        std::uint64_t read; // at least
        Kept* first_kept;
        Kept* last_kept;
    };

    // Of the process at a position.
    bool write(int to, std::uint32_t tag, const Part* parts, int count, std::size_t bytes) noexcept;
    void wake(int other) noexcept;
    void keep(Outgoing& outgoing, std::uint32_t tag, const Part* parts, int count,
              std::size_t bytes) noexcept;
    void drop_kept(Outgoing& outgoing) noexcept;
    void send_kept() noexcept;
    bool take_turn(bool waits) noexcept;
    bool read(int from) noexcept;
    using Copy = ssize_t(pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long);
    bool copy(Copy* some, int process, std::uint64_t address, char* own, std::size_t bytes) noexcept;

    [[nodiscard]] int count() const noexcept { return sharers_.count(roster_->count()); }
    [[nodiscard]] Roster::Member& member_at(int position) const noexcept {
        return (*roster_)[sharers_.process_at(position)];
    }

    Sharers sharers_;
    int own_ = 0; // position
    const Roster* roster_ = nullptr;
    WakePipe wake_pipe_;
    bool one_thread_ = false;
    Deliver deliver_ = nullptr;
    Outgoing* outgoing_ = nullptr;
    std::atomic<bool> may_copy_{true};
    std::atomic<int> kept_{0};
    pthread_mutex_t receiving_ = PTHREAD_MUTEX_INITIALIZER;
};

} // namespace sartor::channel::fabric
