// A process that is gone before the run is over, where the launcher does not say so, or not to all: the run
// ends. Those that share memory have no connection that breaks when one dies: each watches the next one.
#include "runtime/peers.hpp"
#include "runtime/process.hpp"
#include "transports/fabric/carriers.hpp"
#include "transports/fabric/frames.hpp"
#include "transports/fabric/launcher.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
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
    const LostProcess of_lost{first, ranks};
    tell_ending(&of_lost);
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
constexpr std::int64_t for_launcher = 1000 * millisecond;
constexpr std::int64_t for_launcher_that_was_asked = 10'000 * millisecond;
std::int64_t for_others() noexcept {
    constexpr int most_in_turn = 20;
    return 100 * millisecond * (2 + std::min(blocks.number, most_in_turn));
}

std::atomic<bool> is_ending{false};      // another process has asked the launcher for that
std::atomic<std::int64_t> waited_for{0}; // LostProcess: who waits for it is to be said
bool has_said_so(int process) noexcept {
    return is_ending.load() || (roster.exists() && roster[process].part.load() == Roster::Part::ending);
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
    if (const std::int64_t text = waited_for.exchange(0); text != 0) {
        const auto of_lost = std::bit_cast<LostProcess>(text);
        process::report_waiting_for(of_lost.first_rank, of_lost.ranks);
    }
    const std::int64_t since = lost_since.load();
    if (since == 0 || run_is_over()) return;
    const int process = lost.load();
    const int first = blocks.first_rank(process);
    const int ranks = blocks.first_rank(process + 1) - first;
    const std::int64_t passed = process::now() - since;
    const std::int64_t longest = has_said_so(process) ? for_launcher_that_was_asked : for_launcher;
    if (passed > longest + for_others() || (passed > longest && process::is_waiting_for(first, ranks)))
        end_without(process, first, ranks);
}

void tell_ending(const LostProcess* of_lost) noexcept {
    if (!with_carrier([](auto& carrier) { return carrier.tells_of_end; })) return; // the launcher tells all
    if (roster.exists()) roster[blocks.number].part.store(Roster::Part::ending);
    const Frame frame{wire_up.key, FrameKind::ending, 0, blocks.number, 0, 0, 0};
    const Part parts[] = {{&frame, sizeof frame}, {of_lost, of_lost == nullptr ? 0 : sizeof *of_lost}};
    with_carrier([&](auto& carrier) { carrier.send_last(parts, 2); });
}

// A worker may take it, which can't report on its ranks.
void take_ending_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    LostProcess of_lost;
    if (bytes != 0 && bytes != sizeof of_lost) refuse(frame, "its length");
    if (is_ending.exchange(true)) return;
    if (bytes == 0) return tell_ending(nullptr);
    std::memcpy(&of_lost, data, sizeof of_lost);
    if (of_lost.first_rank < 0 || of_lost.ranks < 1 || of_lost.first_rank > rank_count() - of_lost.ranks)
        refuse(frame, "its ranks");
    tell_ending(&of_lost);
    waited_for.store(std::bit_cast<std::int64_t>(of_lost));
    wake_listener();
}

} // namespace sartor::channel::fabric
