// The process sets that every MPI has (MPI-5.0 section 11.3.2), of which groups and communicators are made.
#pragma once

#include <strings.h>

#include "runtime/process.hpp"

namespace sartor::mpi::internal {

struct ProcessSet {
    const char* name;
    bool world; // or this rank alone
};
inline constexpr ProcessSet process_sets[] = {{"mpi://WORLD", true}, {"mpi://SELF", false}};
inline constexpr int process_set_count = 2;

// By name, without regard to case; null when there is none of that name.
[[nodiscard]] inline const ProcessSet* process_set(const char* name) noexcept {
    for (const ProcessSet& set : process_sets)
        if (strcasecmp(set.name, name) == 0) return &set;
    return nullptr;
}

// The members: the ranks of the same program, as in MPI_COMM_WORLD, or the calling rank.
[[nodiscard]] inline process::World members_of(const ProcessSet& set, process::World world) noexcept {
    return set.world ? world : process::World{process::current->number, 1};
}

} // namespace sartor::mpi::internal
