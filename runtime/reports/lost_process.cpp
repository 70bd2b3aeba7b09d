// Who waited for the ranks of a process that has gone.
#include "runtime/peers.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/scheduler/pause.hpp"

namespace sartor::process {

namespace {

// Calls visit(text) for each rank here that waits for one of these, while workers pause. Not where one runs a
// rank that does not come back in time, and where threads of the operating system are ranks: these can't be
// made to pause.
template <class Visit>
void visit_waiting_for(int first, int count, const Visit& visit) noexcept {
    constexpr int longest_pause = 50; // milliseconds
    if (state.own_threads || !pause_of_workers.begin(longest_pause)) return;
    for (int index = 0; index < state.size; ++index) {
        BlockedRank blocked;
        describe_blocked(state.ranks[index].number, blocked);
        if (blocked.is_blocked && blocked.waits_for >= first && blocked.waits_for - first < count)
            visit(blocked.text);
    }
}

} // namespace

bool is_waiting_for(int first, int count) noexcept {
    bool any = false;
    visit_waiting_for(first, count, [&](const char*) { any = true; });
    if (!state.own_threads) pause_of_workers.end();
    return any;
}

void report_waiting_for(int first, int count) noexcept {
    constexpr int listed_at_most = 4;
    int found = 0;
    visit_waiting_for(first, count, [&](const char* text) {
        if (++found <= listed_at_most) report("  %s", text);
    });
    if (found > listed_at_most)
        report("  ... and %d more of this process wait for it", found - listed_at_most);
}

} // namespace sartor::process
