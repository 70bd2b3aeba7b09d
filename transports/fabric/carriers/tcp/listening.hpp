// Connections of TCP between the processes of a run. Those that speak with each other have one, from the
// first thing on that one of them sends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <pthread.h>

#include "transports/fabric/carriers/tcp/card.hpp"

namespace sartor::channel::fabric {

// Where a process listens. Any thread may call connect() and accept_all().
class Listening {
  public:
    static constexpr int kinds = 2; // of connections, which all processes number alike
    // For a connection of another process.
    using Take = void (*)(int kind, int from, int socket);

    // is_local: at the loopback address alone. Ends the run where the system has no sockets.
    void open(bool is_local) noexcept;
    [[nodiscard]] bool exists() const noexcept { return socket_ >= 0; }
    // The card of this process, of card_bytes.
    static constexpr std::size_t card_bytes = sizeof(Card);
    void write_card(void* memory) const noexcept;
    // Before the following. `own`, `count`: the number of this process, and of those of the run. `key`: of
    // the run; nobody without it is passed to take().
    void know(int own, int count, std::uint64_t key, Take take) noexcept;

    // Readable when accept_all() has something to do.
    [[nodiscard]] int descriptor() const noexcept { return events_; }
    // Takes those who have connected and said who they are. Does not wait for them.
    void accept_all() noexcept;
    // A connection to a process, by its card. Waits for its answer, and accepts others meanwhile, so that
    // processes which connect to each other don't wait for ever. Ends the run when it can't be reached.
    [[nodiscard]] int connect(int process, const void* card, int kind) noexcept;
    void close() noexcept;

  private:
    struct Greeting;
    // Who has connected and has not said who it is.
    struct Stranger {
        int socket;
        std::int64_t limit; // nanoseconds
    };
    static constexpr int most_strangers = 64;

    void take_new() noexcept;
    void hear(int socket) noexcept;
    [[nodiscard]] bool is_welcome(const Greeting& greeting) const noexcept;
    void forget(int socket) noexcept;
    void drop_late() noexcept;
    [[nodiscard]] bool greet(int socket, const Greeting& greeting) noexcept;
    [[nodiscard]] int try_address(const Address& address, std::uint16_t port,
                                  const Greeting& greeting) noexcept;

    int socket_ = -1;
    int events_ = -1; // epoll(7)
    bool is_local_ = false;
    int own_ = 0;
    int count_ = 0;
    std::uint64_t key_ = 0;
    Take take_ = nullptr;
    pthread_mutex_t accepting_ = PTHREAD_MUTEX_INITIALIZER;
    Stranger strangers_[most_strangers] = {};
    int stranger_count_ = 0;
};

} // namespace sartor::channel::fabric
