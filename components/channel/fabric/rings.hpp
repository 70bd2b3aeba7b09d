// Packets between processes of one computer, through rings in memory that they share: what Endpoint does,
// without a library between.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <pthread.h>
#include <sys/uio.h>

#include "components/channel/fabric/frame.hpp"
#include "components/channel/fabric/ring_memory.hpp"
#include "components/channel/fabric/roster.hpp"

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

    // `most`: of processes, for which the memory is. Those in the roster are heard.
    void open(int number, int most, const Roster& roster, Deliver deliver) noexcept;
    // Copies the parts. Never waits: what the ring has no room for now is kept.
    void send(int process, std::uint32_t tag, const Part* parts, int count) noexcept;
    // To and from an address of another process. False, from then on always: the system does not let this
    // process.
    bool write_memory(int process, std::uint64_t address, const void* data, std::size_t bytes) noexcept;
    bool read_memory(int process, std::uint64_t address, void* memory, std::size_t bytes) noexcept;
    // Delivers what has come, and passes on what was kept. False: nothing has come. `waits_for_turn`: while
    // another thread polls; otherwise that is enough.
    bool poll(bool waits_for_turn = false) noexcept;
    // Writes what others have to know of this process to its entry in the roster.
    static void introduce(Roster::Member& own) noexcept;
    // Once the processes that the run began with have introduced themselves.
    static void know(const Roster& roster, int processes) noexcept;
    // From now on one thread alone sends and polls.
    void serve_one_thread() noexcept { one_thread_ = true; }
    // A hint, for threads that don't wait for their turn.
    [[nodiscard]] bool looks_empty() const noexcept;
    [[nodiscard]] Bell& own_bell() const noexcept { return memory.bell(number_); }
    // Whether packets are kept, for which nobody wakes this process.
    [[nodiscard]] bool is_sending() const noexcept { return kept_.load(std::memory_order_relaxed) > 0; }

  private:
    struct Kept;
    // To one process. The mutex is of the threads of this one.
    struct Outgoing {
        pthread_mutex_t mutex;
        std::uint64_t written;
        std::uint64_t read; // at least
        Kept* first_kept;
        Kept* last_kept;
    };

    bool write(int process, std::uint32_t tag, const Part* parts, int count, std::size_t bytes) noexcept;
    void keep(Outgoing& outgoing, std::uint32_t tag, const Part* parts, int count,
              std::size_t bytes) noexcept;
    void send_kept() noexcept;
    bool take_turn(bool waits) noexcept;
    bool read(int process) noexcept;
    using Copy = ssize_t(pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long);
    bool copy(Copy* some, int process, std::uint64_t address, char* own, std::size_t bytes) noexcept;

    int number_ = 0;
    const Roster* roster_ = nullptr;
    bool one_thread_ = false;
    Deliver deliver_ = nullptr;
    Outgoing* outgoing_ = nullptr;
    std::atomic<bool> may_copy_{true};
    std::atomic<int> kept_{0};
    pthread_mutex_t receiving_ = PTHREAD_MUTEX_INITIALIZER;
};

} // namespace sartor::channel::fabric
