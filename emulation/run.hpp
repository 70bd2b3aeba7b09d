// The state of a run on a manycore: its ranks' PEs, who is ready, what is counted.
#pragma once

#include "emulation/memory/memory.hpp"
#include "emulation/options.hpp"
#include "emulation/ranks.hpp"
#include "emulation/services/start_up.hpp"
#include "emulation/sparse.hpp"

namespace sartor::machine::manycore {

namespace threads {
struct Crew;
}

// The PE of one rank: its clock and how its time was spent, in cycles.
struct Pe {
    Cycles clock = 0;
    Cycles computing = 0;
    Cycles communicating = 0;
    Cycles waiting = 0;
    Cycles asleep_until = 0;
    std::int64_t stack_bytes = 0; // that are accounted as its stack
    std::uint32_t calls = 0;      // of MPI
    std::int64_t left_at = 0;     // processor time when it began to compute, where computing is measured
    bool in_library = false;      // and not in a function of the program that this calls
    Sparse<std::uint32_t> sent;   // parcels to each rank, from each
    Sparse<std::uint32_t> received;
    Limits* limits = nullptr;      // if it has set its own
    threads::Crew* crew = nullptr; // its threads, once it has had some
    int node = 0;
};

// A rank that can run, ordered by time, then by number.
struct ReadyRank {
    Cycles time;
    int rank;

    bool operator<(const ReadyRank& other) const noexcept {
        return time != other.time ? time < other.time : rank < other.rank;
    }
};

struct Traffic {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
};

// The run's state, one at a time (the_run).
struct Run {
    explicit Run(const Description& description) noexcept : chip(description) {}

    Chip chip;
    Options options;
    StartUp start_up;
    int ranks = 0;
    Pe* pes = nullptr;
    ClusterMemory* memories = nullptr; // by node
    Heap<ReadyRank> ready;
    bool in_event = false;
    std::uint64_t kinds[static_cast<int>(Kind::count)] = {};
    Array<void (*)() noexcept> releases;
    Traffic ways[static_cast<int>(Way::count)];
};

extern Run* the_run;

[[nodiscard]] inline Pe& pe_of(const process::Rank& rank) noexcept {
    return the_run->pes[rank.number];
}
[[nodiscard]] inline Pe& own_pe() noexcept {
    return pe_of(*process::current);
}

// Reports to observers what a rank's PE did: the one of its main thread.
inline void record_work(int rank, Cycles from, Cycles to, const char* what) noexcept {
    observe([&](Observer& one) {
        if (!process::rank(rank).beside_main) one.worked(rank, from, to, what);
    });
}

// A rank that goes on computes from now on, where computing is measured, unless it is inside of the library.
void begin_to_measure(Pe& pe) noexcept;

// Gives each rank its node: as --place lists them, compact or scattered. Ends the run when they do not fit.
void place_ranks(Run& run, const process::Layout& layout) noexcept;

// Ends the run when a cluster has no PE for each thread of its ranks.
void check_threads(const Run& run) noexcept;

// On standard error, and to the file that --json names.
void report_run(const Run& run) noexcept;

} // namespace sartor::machine::manycore
