// Programs that read over a chip's networks, with their own time between two events and waits that the chip
// makes.
#pragma once

#include <cstdint>
#include <vector>

#include "emulation/noc/description.hpp"

namespace sartor::machine::noc {

enum class Kind : std::uint8_t {
    mark,    // the program's own: nothing happens on the chip
    read,    // issues a read
    barrier, // waits until all its reads have arrived: the end of the wait
};

struct Event {
    Kind kind = Kind::mark;
    std::uint8_t network = 0;
    int target = 0; // node
    int bytes = 0;
    Cycles gap = 0; // since the event before, of the program's own; of the first: since the start of the run.
                    // A barrier's is not used.
    Cycles time = 0; // when it happened, since the start of the run: set by play()
};

struct Program {
    int node = 0;
    std::vector<Event> events;
};

struct Played {
    Cycles length = 0;      // of the run: until the last event
    std::int64_t flits = 0; // that went over links, counted at each hop
    std::int64_t reads = 0;
};

// Plays all programs at once, from time 0 on. Each event gets its time: an event is as long after the one
// before as its gap says, a barrier when the last read's data has arrived.
Played play(const Description& description, std::vector<Program>& programs);

} // namespace sartor::machine::noc
