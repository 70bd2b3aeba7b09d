#include "configurator/run/processes/leaving.hpp"

#include "transports/fabric/launcher.hpp"
#include "transports/fabric/process_tree.hpp"

#include <algorithm>
#include <fcntl.h>

namespace sartor::configurator {

using channel::fabric::LauncherKind;
using channel::fabric::RingMemory;

namespace {

bool has_others_below(const GrowingRun& run, int process) {
    bool any = false;
    channel::fabric::for_each_below(
        process, run.next_process(), [&](int other) { return run.rings.roster.is_whole(other); },
        [&](int) { any = true; });
    return any;
}

// Of its rings for messages, which are empty.
void free_memory_of(const GrowingRun& run, int process) {
    const auto most = run.size.layout().most_sharers;
    const int position = run.rings.sharers.position_of(process);
    const auto free = [&](RingMemory::Range range) {
        fallocate(run.rings.descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  static_cast<off_t>(range.offset), static_cast<off_t>(range.bytes));
    };
    free(RingMemory::rings_to(position, most));
    for (int other = 0; other < run.rings.sharers.count(run.next_process()); ++other)
        free(RingMemory::ring_between(position, other, most));
}

} // namespace

void Leaving::begin(GrowingRun& run) {
    std::vector<int> now;
    std::ranges::copy_if(finished_, std::back_inserter(now),
                         [&](int process) { return !has_others_below(run, process); });
    for (const int process : now) {
        run.processes[static_cast<std::size_t>(process)]->send(LauncherKind::leave, 0);
        std::erase(finished_, process);
    }
    missing_ = now.size();
    if (now.empty()) run.processes.front()->send(LauncherKind::go_on, 0);
}

void Leaving::note_left(GrowingRun& run, int process) {
    free_memory_of(run, process);
    if (--missing_ == 0) run.processes.front()->send(LauncherKind::go_on, 0);
}

} // namespace sartor::configurator
