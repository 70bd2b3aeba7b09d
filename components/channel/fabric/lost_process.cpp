// A process that is gone before the run is over, where the launcher does not say so, or not to all: the run
// ends. Those that share memory have no connection that breaks when one dies: each watches the next one.
#include "components/channel/fabric/frames.hpp"
#include "components/process/peers.hpp"
#include "components/process/process.hpp"

#include <algorithm>
#include <atomic>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace sartor::channel::fabric {

namespace {

int neighbour = 0;

constexpr int none = -1;
std::atomic<int> lost{none};             // by the first connection that has broken
std::atomic<std::int64_t> lost_since{0}; // 0: not yet

[[noreturn]] void end_without(int process, int first, int ranks) noexcept {
    if (ranks == 1)
        process::report("process %d (rank %d) has ended before its rank had: the run ends", process, first);
    else
        process::report("process %d (ranks %d to %d) has ended before its ranks had: the run ends", process,
                        first, first + ranks - 1);
    process::report_waiting_for(first, ranks);
    process::end_run(1);
}

void look_at_neighbour() noexcept {
    pollfd descriptor{wire_up.descriptor, POLLIN, 0};
    if (::poll(&descriptor, 1, 0) <= 0) return;
    ::close(std::exchange(wire_up.descriptor, -1));
    note_broken_connection(neighbour);
}

// Most launchers end the run first. Otherwise processes with ranks that wait for the lost one say so, or the
// others one after the other: the first that does ends them all.
constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t for_launcher = 1000 * millisecond;
std::int64_t for_others() noexcept {
    constexpr int most_in_turn = 20;
    return for_launcher + 100 * millisecond * (2 + std::min(blocks.number, most_in_turn));
}

} // namespace

void watch_neighbour() noexcept {
    constexpr int interval = 200; // milliseconds
    const Sharers& sharers = wire_up.sharers;
    neighbour = sharers.first + (blocks.number - sharers.first + 1) % sharers.begun;
    const pid_t number = roster[neighbour].number.load(std::memory_order_acquire);
    wire_up.descriptor = static_cast<int>(syscall(SYS_pidfd_open, number, 0)); // -1: not in this system
    wire_up.listen = &look_at_neighbour;
    wire_up.longest_sleep = interval;
}

// When a run is over, all know it before the first one closes its connections.
void note_broken_connection(int process) noexcept {
    int before = none;
    if (run_is_over() || !lost.compare_exchange_strong(before, process)) return;
    lost_since.store(process::now());
}

void look_for_lost_process() noexcept {
    const std::int64_t since = lost_since.load();
    if (since == 0 || run_is_over()) return;
    const int process = lost.load();
    const int first = blocks.first_rank(process);
    const int ranks = blocks.first_rank(process + 1) - first;
    const std::int64_t passed = process::now() - since;
    if (passed > for_others() || (passed > for_launcher && process::is_waiting_for(first, ranks)))
        end_without(process, first, ranks);
}

} // namespace sartor::channel::fabric
