// The thread of a process that waits for the launcher, and for frames of other processes that are no
// messages. How it waits is the carrier's.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <pthread.h>
#include <string_view>
#include <sys/eventfd.h>
#include <unistd.h>

#include "runtime/peers.hpp"
#include "runtime/spawning.hpp"
#include "transports/fabric/active_messages.hpp"
#include "transports/fabric/carriers.hpp"
#include "transports/fabric/frames.hpp"
#include "transports/fabric/growth.hpp"
#include "transports/fabric/shared_memory.hpp"
#include "transports/fabric/universe.hpp"

namespace sartor::channel::fabric {

namespace {

struct Listener {
    pthread_t thread{};
    int event = -1; // eventfd(2): see wake_listener()
    std::atomic<bool> is_stopped{false};
};
Listener listener;
thread_local bool is_listener = false;

void wait_for_events(int milliseconds) noexcept {
    const int others[] = {wire_up.descriptor, listener.event}; // poll(2) ignores negative ones
    with_carrier([&](auto& carrier) { carrier.wait(others, milliseconds); });
    std::uint64_t count = 0;
    if (read(listener.event, &count, sizeof count) < 0) return; // nobody woke it
}

void* listen(void*) noexcept {
    is_listener = true;
    while (!listener.is_stopped.load()) {
        wait_for_events(until_next_look());
        if (wire_up.descriptor >= 0) wire_up.listen();
        while (take_packets(true)) {
        }
        describe_if_requested();
        if (&process::failures::note_failures != nullptr) look_for_failures();
        look_for_end();
        look_for_lost_process();
    }
    return nullptr;
}

void begin(bool one_thread) noexcept {
    // With failures the listener collects, too.
    if (one_thread && &process::failures::note_failures == nullptr)
        counters.one_thread = with_carrier([](auto& carrier) { return carrier.serve_one_thread(); });
    listener.event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); // signals are for workers
    const int error =
        listener.event < 0 ? errno : pthread_create(&listener.thread, nullptr, &listen, nullptr);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (error != 0) {
        process::report("can't start the thread that waits for other processes: %s", std::strerror(error));
        process::end_run(1);
    }
    if (process::common_clock.is_wanted) find_common_clock();
}

int end() noexcept {
    wire_up.fence();
    listener.is_stopped.store(true);
    wake_listener();
    pthread_join(listener.thread, nullptr);
    with_carrier([](auto& carrier) { carrier.close(); });
    return wire_up.close();
}
void abandon(int exit_code) noexcept {
    if (auto* const libfabric = std::get_if<LibfabricCarrier>(&carriers)) libfabric->endpoint.abandon();
    tell_ending(nullptr);
    wire_up.abandon(exit_code);
}

process::Peers peers_of_this{};

// What the processes of this computer share besides rings.
void map_memory() noexcept {
    if (!wire_up.shares_memory()) return;
    const MemoryLayout& layout = wire_up.layout;
    if (!roster.map(wire_up.memory, layout.roster(), layout.most_processes) ||
        (wire_up.all_share_memory() && !shared_contexts.map(wire_up.memory, layout.contexts())))
        end_without_shared_memory();
}

void exchange_addresses() noexcept {
    char card[WireUp::longest_card];
    const std::size_t bytes = with_carrier([&](auto& carrier) { return carrier.write_card(card); });
    wire_up.exchange(wire_up, card, bytes);
    if (wire_up.shares_memory() && wire_up.descriptor < 0) watch_neighbour();
    if (wire_up.spawn != nullptr && !roster.exists()) keep_roster();
    with_carrier([](auto& carrier) { carrier.know_others(); });
}

} // namespace

void end_without_shared_memory() noexcept {
    process::report("can't map the memory for messages between %d processes: %s", wire_up.layout.most_sharers,
                    std::strerror(errno));
    process::end_run(1);
}

void wake_listener() noexcept {
    if (is_listener) return;
    const std::uint64_t one = 1;
    while (write(listener.event, &one, sizeof one) < 0 && errno == EINTR) {
    }
    with_carrier([](auto& carrier) { carrier.wake_listener(); });
}

} // namespace sartor::channel::fabric

// The ranks of this process. Of one that was started later the roster has them.
static void take_ranks() noexcept {
    using namespace sartor::channel::fabric;
    if (blocks.number >= blocks.processes) {
        blocks.first = roster[blocks.number].first_rank;
        blocks.here = roster[blocks.number].ranks;
        return;
    }
    blocks.first = Blocks::first_of(blocks.number, blocks.processes, blocks.ranks);
    blocks.here = Blocks::first_of(blocks.number + 1, blocks.processes, blocks.ranks) - blocks.first;
}

int sartor_join_peers(int ranks, bool starts_others) noexcept {
    using namespace sartor::channel::fabric;
    using sartor::process::peers;
    if (!open_launcher(wire_up) && !open_pmix(wire_up, starts_others)) return ranks;
    if (wire_up.ranks_of_each > 0) ranks = wire_up.ranks_of_each * wire_up.processes;
    if (wire_up.most_processes < wire_up.processes) wire_up.most_processes = wire_up.processes;
    if (wire_up.most_ranks < ranks) wire_up.most_ranks = ranks;
    blocks.number = wire_up.number;
    blocks.processes = wire_up.processes;
    blocks.ranks = ranks;
    map_memory();
    take_ranks();
    sartor::process::read_spawned();
    const sartor::process::Spawned* const spawned = sartor::process::spawned;
    peers_of_this = {.first_rank = blocks.first,
                     .ranks_here = blocks.here,
                     .world_first = spawned != nullptr ? spawned->first : 0,
                     .world_size = spawned != nullptr ? spawned->size : ranks,
                     .processes = blocks.number < blocks.processes ? wire_up.on_computer : 1,
                     .are_elsewhere = !wire_up.is_local,
                     .others_enter = read_universe(),
                     .name = wire_up.name,
                     .look_cost = 1,
                     .begin = &begin,
                     .worker_sleeps = []() noexcept {},
                     .worker_wakes = []() noexcept {},
                     .sleep = nullptr,
                     .wake = nullptr,
                     .is_slept_on = nullptr,
                     .ranks_ended = &note_end_of_ranks,
                     .is_over = &run_is_over,
                     .end = &end,
                     .abandon = &abandon,
                     .spawn = nullptr,
                     .number = blocks.number,
                     .map_for_failures = nullptr,
                     .tell_of_failures = nullptr,
                     .has_failed = nullptr};
    open_packets();
    if (wire_up.shares_memory() && wire_up.layout.failing_ranks == 0)
        close(wire_up.memory); // see failed_processes.cpp
    let_workers_wait(peers_of_this);
    if (&sartor::process::failures::note_failures != nullptr) share_failures(peers_of_this);
    if (&sartor::process::share_what_is_recorded != nullptr)
        sartor::process::share_what_is_recorded(peers_of_this);
    exchange_addresses();
    peers_of_this.spawn = wire_up.spawn;
    peers = &peers_of_this;
    return wire_up.most_ranks;
}
