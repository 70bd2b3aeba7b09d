// The thread of a process that waits for the launcher, and for frames of other processes that are no
// messages. With rings and sockets workers wait for messages themselves; over libfabric this thread does
// while workers sleep, and waits for the launcher alone while all of them run and poll.
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
#include "transports/fabric/carrier.hpp"
#include "transports/fabric/frames.hpp"
#include "transports/fabric/growth.hpp"
#include "transports/fabric/shared_memory.hpp"
#include "transports/fabric/universe.hpp"

namespace sartor::channel::fabric {

void open_packets(const char* provider) noexcept;

namespace {

struct Listener {
    pthread_t thread{};
    int event = -1;                      // eventfd(2): see wake_listener()
    std::atomic<int> sleeping{0};        // workers
    std::atomic<bool> is_parked{false};  // does not look for packets
    std::atomic<bool> is_sending{false}; // looks each millisecond for packets that wait in sockets
    std::atomic<bool> is_stopped{false};
};
Listener listener;
thread_local bool is_listener = false;

// Not where workers do.
bool waits_for_messages() noexcept {
    return !control_rings.exist() && !sockets.exist();
}

bool is_sending() noexcept {
    return sockets.is_sending() || control_sockets.is_sending();
}

// Until one is readable, or the time is over. Meanwhile it sends what workers have left, until they have left
// nothing for a while.
void wait_and_send(pollfd* descriptors, nfds_t count, int milliseconds) noexcept {
    constexpr int a_while = 100;
    int in_vain = 0;
    for (int passed = 0; listener.is_sending.load() && passed < milliseconds; ++passed) {
        if (::poll(descriptors, count, 1) > 0) return;
        const bool some_wait = is_sending();
        if (sockets.is_sending()) sockets.send_waiting();
        if (control_sockets.is_sending()) control_sockets.send_waiting();
        in_vain = some_wait ? 0 : in_vain + 1;
        if (in_vain < a_while) continue;
        listener.is_sending.store(false);
        if (is_sending()) listener.is_sending.store(true);
    }
    if (!listener.is_sending.load()) ::poll(descriptors, count, milliseconds);
}

void wait_for_events(int milliseconds) noexcept {
    const int others[] = {wire_up.descriptor, listener.event}; // poll(2) ignores negative ones
    pollfd descriptors[] = {{others[0], POLLIN, 0},
                            {others[1], POLLIN, 0},
                            {control_sockets.descriptor(), POLLIN, 0},
                            {listening.descriptor(), POLLIN, 0}};
    if (control_rings.exist()) {
        // The bell rings for what the launcher and this process write to descriptors, too.
        const int longest = control_rings.is_sending() ? 1 : wire_up.longest_sleep;
        if (longest >= 0 && (milliseconds < 0 || milliseconds > longest)) milliseconds = longest;
        control_rings.own_bell().sleep_unless(
            [&] { return !control_rings.looks_empty() || ::poll(descriptors, 2, 0) > 0; },
            std::int64_t{milliseconds} * 1'000'000);
    } else if (sockets.exist()) {
        wait_and_send(descriptors, 4, milliseconds);
    } else if (listener.is_parked.load()) {
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
    is_listener = true;
    while (!listener.is_stopped.load()) {
        wait_for_events(until_next_look());
        if (wire_up.descriptor >= 0) wire_up.listen();
        if (sockets.exist()) listening.accept_all();
        while (take_packets(true)) {
        }
        describe_if_requested();
        if (&process::failures::note_failures != nullptr) look_for_failures();
        look_for_end();
        look_for_lost_process();
        if (waits_for_messages() && listener.sleeping.load() == 0) park();
    }
    return nullptr;
}

void begin(bool one_thread) noexcept {
    // With failures the listener collects, too.
    if (one_thread && rings.exist() && &process::failures::note_failures == nullptr) {
        rings.serve_one_thread();
        counters.one_thread = true;
    }
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

void worker_sleeps() noexcept {
    listener.sleeping.fetch_add(1);
    if (listener.is_parked.exchange(false)) wake_listener();
}
void worker_wakes() noexcept {
    listener.sleeping.fetch_sub(1);
}

int end() noexcept {
    wire_up.fence();
    listener.is_stopped.store(true);
    wake_listener();
    pthread_join(listener.thread, nullptr);
    for (Rings* const some : {&rings, &control_rings}) some->close();
    if (sockets.exist()) {
        for (const int kind : {of_messages, of_control}) sockets_of(kind).close();
        listening.close();
    }
    if (waits_for_messages()) endpoint.close();
    return wire_up.close();
}
void abandon(int exit_code) noexcept {
    endpoint.abandon();
    tell_ending(nullptr);
    wire_up.abandon(exit_code);
}

process::Peers peers_of_this{};

void map_rings() noexcept {
    if (wire_up.memory < 0) return;
    const MemoryLayout& layout = wire_up.layout;
    const int all = layout.most_sharers;
    if (!rings.memory.map(wire_up.memory, 0, all) ||
        (wire_up.all_share_memory() && !control_rings.memory.map(wire_up.memory, layout.control(), all)) ||
        !roster.map(wire_up.memory, layout.roster(), layout.most_processes) ||
        (wire_up.all_share_memory() && !shared_contexts.map(wire_up.memory, layout.contexts()))) {
        process::report("can't map the memory for messages between %d processes: %s", all,
                        std::strerror(errno));
        process::end_run(1);
    }
    if (layout.failing_ranks == 0) close(wire_up.memory); // see failed_processes.cpp
}

// With rings the roster has what others must know.
void meet_neighbours() noexcept {
    rings.know_others();
    if (wire_up.descriptor < 0) watch_neighbour();
}

void take_connection(int kind, int from, int socket) noexcept {
    sockets_of(kind).take_connection(from, socket);
}

// The card that others get. Returns its length.
std::size_t write_card(void* card) noexcept {
    static_assert(Listening::card_bytes <= WireUp::longest_card);
    if (waits_for_messages()) return endpoint.address(card, WireUp::longest_card);
    if (sockets.exist()) return listening.write_card(card), Listening::card_bytes;
    constexpr std::string_view text = "in the roster";
    std::memcpy(card, text.data(), text.size());
    return text.size();
}

void exchange_addresses() noexcept {
    char card[WireUp::longest_card];
    if (rings.exist()) rings.introduce();
    const std::size_t bytes = write_card(card);
    wire_up.exchange(wire_up, card, bytes);
    if (rings.exist()) meet_neighbours();
    if (wire_up.spawn != nullptr && !roster.exists()) keep_roster();
    if (waits_for_messages()) return endpoint.know(wire_up.card, blocks.number, blocks.processes);
    if (!sockets.exist()) return;
    for (const int kind : {of_messages, of_control})
        sockets_of(kind).know(listening, &card_of, blocks.number, wire_up.most_processes);
    listening.know(blocks.number, wire_up.most_processes, wire_up.key, &take_connection);
}

} // namespace

void send_soon() noexcept {
    if (!listener.is_sending.load() && !listener.is_sending.exchange(true)) wake_listener();
}

void wake_listener() noexcept {
    if (is_listener) return;
    const std::uint64_t one = 1;
    while (write(listener.event, &one, sizeof one) < 0 && errno == EINTR) {
    }
    if (control_rings.exist()) control_rings.own_bell().notify_one();
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
    map_rings();
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
                     .worker_sleeps = &worker_sleeps,
                     .worker_wakes = &worker_wakes,
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
    open_packets(std::getenv("SARTOR_PROVIDER"));
    if (rings.exist() || sockets.exist()) let_workers_wait(peers_of_this);
    if (&sartor::process::failures::note_failures != nullptr) share_failures(peers_of_this);
    if (&sartor::process::share_what_is_recorded != nullptr)
        sartor::process::share_what_is_recorded(peers_of_this);
    exchange_addresses();
    peers_of_this.spawn = wire_up.spawn;
    peers = &peers_of_this;
    return wire_up.most_ranks;
}
