// Who waited for the ranks of a process that has gone.
#include "components/process/peers.hpp"
#include "components/process/process.hpp"
#include "components/process/process_state.hpp"
#include "components/process/scheduler/pause.hpp"

namespace sartor::process {

// Nothing where a worker runs a rank that does not come back in time, and where threads of the operating
// system are ranks: these can't be made to pause.
void report_waiting_for(int first, int count) noexcept {
    constexpr int longest_pause = 50; // milliseconds
    constexpr int listed_at_most = 4;
    if (state.own_threads || !pause_of_workers.begin(longest_pause)) return;
    int found = 0;
    for (int index = 0; index < state.size; ++index) {
        BlockedRank blocked;
        describe_blocked(state.ranks[index].number, blocked);
        if (!blocked.is_blocked || blocked.waits_for < first || blocked.waits_for - first >= count) continue;
        if (++found <= listed_at_most) report("  %s", blocked.text);
    }
    if (found > listed_at_most)
        report("  ... and %d more of this process wait for it", found - listed_at_most);
}

} // namespace sartor::process
