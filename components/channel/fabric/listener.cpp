// The thread of a process that waits for what other processes send while workers sleep, and for the launcher.
// While all workers run they poll, and it waits for the launcher alone.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "components/channel/fabric/carrier.hpp"
#include "components/channel/fabric/frames.hpp"
#include "components/process/peers.hpp"

namespace sartor::channel::fabric {

void open_endpoint(const char* provider) noexcept;

namespace {

struct Listener {
    pthread_t thread{};
    int event = -1;                     // eventfd(2): see wake_listener()
    std::atomic<int> sleeping{0};       // workers
    std::atomic<bool> is_parked{false}; // does not look at the endpoint
    std::atomic<bool> is_stopped{false};
};
Listener listener;

void wait_for_events(int milliseconds) noexcept {
    const int others[] = {wire_up.descriptor, listener.event}; // poll(2) ignores negative ones
    if (listener.is_parked.load()) {
        pollfd descriptors[] = {{others[0], POLLIN, 0}, {others[1], POLLIN, 0}};
        ::poll(descriptors, 2, -1);
    } else {
        endpoint.wait(others, 2, milliseconds);
    }
    std::uint64_t count = 0;
    if (read(listener.event, &count, sizeof count) < 0) return; // nobody woke it
}

// Parked from now on, unless a worker has gone to sleep meanwhile.
void park() noexcept {
    listener.is_parked.store(true);
    if (listener.sleeping.load() > 0) listener.is_parked.store(false);
}

void* listen(void*) noexcept {
    while (!listener.is_stopped.load()) {
        wait_for_events(until_next_look());
        if (wire_up.descriptor >= 0) wire_up.listen();
        while (endpoint.poll(true)) {
        }
        if (blocks.number == 0) look_for_end();
        if (listener.sleeping.load() == 0) park();
    }
    return nullptr;
}

void begin() noexcept {
    listener.event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); // signals are for workers
    const int error =
        listener.event < 0 ? errno : pthread_create(&listener.thread, nullptr, &listen, nullptr);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (error == 0) return;
    process::report("can't start the thread that waits for other processes: %s", std::strerror(error));
    process::end_run(1);
}

void worker_sleeps() noexcept {
    listener.sleeping.fetch_add(1);
    if (listener.is_parked.exchange(false)) wake_listener();
}
void worker_wakes() noexcept {
    listener.sleeping.fetch_sub(1);
}
void ranks_ended() noexcept {
    send_frame(0, FrameKind::ended);
}
void end() noexcept {
    wire_up.fence();
    listener.is_stopped.store(true);
    wake_listener();
    pthread_join(listener.thread, nullptr);
    endpoint.close();
    wire_up.close();
}
void abandon(int exit_code) noexcept {
    wire_up.abandon(exit_code);
}

process::Peers peers_of_this{};

// The cards that others get.
void exchange_addresses() noexcept {
    char own[WireUp::longest_card];
    const std::size_t bytes = endpoint.address(own, sizeof own);
    wire_up.cards = static_cast<const void**>(
        std::calloc(static_cast<std::size_t>(blocks.processes), sizeof(const void*)));
    if (wire_up.cards == nullptr) {
        process::report("no memory for the addresses of %d processes", blocks.processes);
        process::end_run(1);
    }
    wire_up.exchange(wire_up, own, bytes);
    endpoint.know(wire_up.cards, blocks.processes);
}

} // namespace

void wake_listener() noexcept {
    const std::uint64_t one = 1;
    while (write(listener.event, &one, sizeof one) < 0 && errno == EINTR) {
    }
}

} // namespace sartor::channel::fabric

int sartor_join_peers(int ranks) noexcept {
    using namespace sartor::channel::fabric;
    using sartor::process::peers;
    if (!open_launcher(wire_up) && !open_pmix(wire_up)) return ranks;
    blocks = {wire_up.number, wire_up.processes};
    if (wire_up.ranks_of_each > 0) ranks = wire_up.ranks_of_each * blocks.processes;
    const int first = Blocks::first_of(blocks.number, blocks.processes, ranks);
    const int next = Blocks::first_of(blocks.number + 1, blocks.processes, ranks);
    peers_of_this = {.first_rank = first,
                     .ranks_here = next - first,
                     .processes = blocks.processes,
                     .begin = &begin,
                     .worker_sleeps = &worker_sleeps,
                     .worker_wakes = &worker_wakes,
                     .ranks_ended = &ranks_ended,
                     .is_over = &run_is_over,
                     .end = &end,
                     .abandon = &abandon};
    open_endpoint(std::getenv("SARTOR_PROVIDER"));
    exchange_addresses();
    peers = &peers_of_this;
    return ranks;
}
