// The memory that the processes of a run on one computer share: rings for messages, rings for the listeners,
// the roster, contexts of communicators, and what programs note of failures that they survive, one after the
// other. sartor run makes it and its processes inherit it; under other launchers the first process does, and
// others open it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/stat.h>

#include "transports/fabric/carriers/rings/ring_memory.hpp"
#include "transports/fabric/roster.hpp"
#include "transports/fabric/shared_contexts.hpp"

namespace sartor::channel::fabric {

struct MemoryLayout {
    std::int32_t most_sharers;      // rings are for these,
    std::int32_t most_processes;    // and the roster for those of the whole run
    std::int32_t failing_ranks = 0; // so many ranks may fail while others go on

    // Where each begins, in bytes; rings for messages at 0.
    [[nodiscard]] std::size_t control() const noexcept { return RingMemory::bytes(most_sharers); }
    [[nodiscard]] std::size_t roster() const noexcept { return 2 * control(); }
    [[nodiscard]] std::size_t contexts() const noexcept {
        return in_pages(roster() + Roster::bytes(most_processes));
    }
    [[nodiscard]] std::size_t failures() const noexcept { return contexts() + SharedContexts::bytes(); }
    [[nodiscard]] std::size_t all() const noexcept { return failures() + room_for_failures(); }
    // At least process::failures::Memory::bytes(). Pages that nothing was written to take no memory.
    [[nodiscard]] std::size_t room_for_failures() const noexcept {
        constexpr std::size_t of_all = std::size_t{16} << 20;
        constexpr std::size_t of_rank = std::size_t{6} << 10;
        constexpr std::size_t of_agreements = std::size_t{256} << 10;
        return failing_ranks == 0
                   ? 0
                   : of_all + of_agreements + of_rank * static_cast<std::size_t>(failing_ranks);
    }

  private:
    [[nodiscard]] static std::size_t in_pages(std::size_t bytes) noexcept {
        constexpr std::size_t page = 4096;
        return (bytes + page - 1) / page * page;
    }
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
