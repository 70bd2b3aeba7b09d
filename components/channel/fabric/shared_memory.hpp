// The memory that the launcher of a run on one computer makes for its processes: rings for messages, rings
// for the listeners, and the roster, one after the other.
#pragma once

#include <cstddef>

#include "components/channel/fabric/ring_memory.hpp"
#include "components/channel/fabric/roster.hpp"

namespace sartor::channel::fabric {

struct MemoryLayout {
    explicit MemoryLayout(int most_processes) noexcept
        : control(RingMemory::bytes(most_processes)), roster(2 * control),
          all(roster + Roster::bytes(most_processes)) {}

    // Where each begins, in bytes; rings for messages at 0.
    std::size_t control;
    std::size_t roster;
    std::size_t all;
};

} // namespace sartor::channel::fabric
