#include "transports/fabric/blocks.hpp"

#include "runtime/process.hpp"
#include "transports/fabric/computers.hpp"
#include "transports/fabric/roster.hpp"

namespace sartor::channel::fabric {

Blocks blocks;
Computers computers;
Roster roster;

int Blocks::of_later(int rank) noexcept {
    const int process = roster.exists() ? roster.process_of(rank) : -1;
    if (process >= 0) return process;
    process::report("a message to rank %d, which is in no process of this run", rank);
    process::end_run(1);
}

int Blocks::first_of_later(int process) noexcept {
    return process < roster.count() ? roster[process].first_rank : roster.ranks();
}

} // namespace sartor::channel::fabric
