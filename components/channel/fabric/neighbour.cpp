// Processes that share memory have no connection that breaks when one dies: each watches the next one, where
// the launcher does not watch all.
#include "components/channel/fabric/frames.hpp"
#include "components/process/peers.hpp"
#include "components/process/process.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace sartor::channel::fabric {

namespace {

int neighbour = 0;

void look_at_neighbour() noexcept {
    pollfd descriptor{wire_up.descriptor, POLLIN, 0};
    if (::poll(&descriptor, 1, 0) <= 0) return;
    ::close(std::exchange(wire_up.descriptor, -1));
    if (run_is_over()) return;
    const int first = Blocks::first_of(neighbour, blocks.processes, blocks.ranks);
    const int ranks = Blocks::first_of(neighbour + 1, blocks.processes, blocks.ranks) - first;
    if (ranks == 1)
        process::report("process %d (rank %d) has ended before its rank had: the run ends", neighbour, first);
    else
        process::report("process %d (ranks %d to %d) has ended before its ranks had: the run ends", neighbour,
                        first, first + ranks - 1);
    process::report_waiting_for(first, ranks);
    process::end_run(1);
}

} // namespace

void watch_neighbour() noexcept {
    constexpr int interval = 200; // milliseconds
    const int next = (blocks.number - wire_up.first_in_memory + 1) % neighbours.count();
    neighbour = wire_up.first_in_memory + next;
    const pid_t number = neighbours[next].number.load(std::memory_order_acquire);
    wire_up.descriptor = static_cast<int>(syscall(SYS_pidfd_open, number, 0)); // -1: not in this system
    wire_up.listen = &look_at_neighbour;
    wire_up.longest_sleep = interval;
}

} // namespace sartor::channel::fabric
