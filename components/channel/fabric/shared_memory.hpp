// The memory that the processes of a run on one computer share: rings for messages, rings for the listeners,
// and the roster, one after the other. sartor run makes it and its processes inherit it; under other
// launchers the first process does, and others open it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/stat.h>

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

// Whether a descriptor is of such memory for so many processes, as this version of Sartor lays it out.
[[nodiscard]] inline bool is_memory(int descriptor, int most_processes) noexcept {
    struct stat status {};
    return fstat(descriptor, &status) == 0 &&
           status.st_size == static_cast<off_t>(MemoryLayout(most_processes).all);
}

// By the first process, with room for `most`. The roster has those that the run begins with, with so many
// ranks each. A descriptor; -1: the system has no such memory.
[[nodiscard]] int make_memory(int processes, int most, int ranks_of_each, std::uint64_t mark) noexcept;
// The memory of another process of this computer by its number, its descriptor, and its mark. -1: the system
// does not let this process, or it is another memory.
[[nodiscard]] int open_memory(int process, int its_descriptor, int most, std::uint64_t mark) noexcept;

} // namespace sartor::channel::fabric
