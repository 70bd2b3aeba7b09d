// The memory that the processes of a run on one computer share: rings for messages, rings for the listeners,
// and the roster, one after the other. sartor run makes it and its processes inherit it; under other
// launchers the first process does, and others open it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/stat.h>

#include "transports/fabric/ring_memory.hpp"
#include "transports/fabric/roster.hpp"

namespace sartor::channel::fabric {

struct MemoryLayout {
    std::int32_t most_sharers;   // rings are for these,
    std::int32_t most_processes; // and the roster for those of the whole run

    // Where each begins, in bytes; rings for messages at 0.
    [[nodiscard]] std::size_t control() const noexcept { return RingMemory::bytes(most_sharers); }
    [[nodiscard]] std::size_t roster() const noexcept { return 2 * control(); }
    [[nodiscard]] std::size_t all() const noexcept { return roster() + Roster::bytes(most_processes); }
};

// Whether a descriptor is of memory that is laid out so, by this version of Sartor.
[[nodiscard]] inline bool is_memory(int descriptor, const MemoryLayout& layout) noexcept {
    struct stat status {};
    return fstat(descriptor, &status) == 0 && status.st_size == static_cast<off_t>(layout.all());
}

// By the first process of a computer. The roster has those that the run begins with, with so many ranks each.
// A descriptor; -1: the system has no such memory.
[[nodiscard]] int make_memory(const MemoryLayout& layout, int processes, int ranks_of_each,
                              std::uint64_t mark) noexcept;
// The memory of another process of this computer by its number, its descriptor, and its mark. -1: the system
// does not let this process, or it is another memory.
[[nodiscard]] int open_memory(const MemoryLayout& layout, int process, int its_descriptor,
                              std::uint64_t mark) noexcept;

} // namespace sartor::channel::fabric
