// What a page shows of a trace: the file is read once, and what is kept does not grow with it.
#pragma once

#include "configurator/pages/chip_grid.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sartor::configurator {

/// A piece of a rank's time, in microseconds.
struct Slice {
    double start = 0;
    double duration = 0;
    int name = 0;         ///< of TraceSummary::names
    bool waiting = false; ///< inside of a call
};

struct RankTrack {
    int rank = 0;
    std::string place; ///< "cluster 3"
    std::vector<Slice> slices;
    double in_mpi = 0, waiting = 0; ///< microseconds
    double others_waited = 0;       ///< for this rank, as late sender and the like
};

struct CallSite {
    std::string function;
    std::string where;
    std::int64_t calls = 0;
    double time = 0, waiting = 0;
    std::int64_t bytes = 0;
};

/// A counter's values in equal intervals of the run: their means, each lasting to the next one.
struct CounterTrack {
    std::string name; ///< "cluster 3, link to 4"
    std::string unit;
    int node = -1;    ///< of an emulated chip: a cluster, or behind them all an I/O subsystem
    std::string what; ///< of the node: "link to 4", "SMEM"
    double peak = 0;
    double mean = 0; ///< over the run's time
    std::vector<double> values;
};

struct Traffic {
    std::int64_t bytes = 0, messages = 0;
};

struct TraceSummary {
    std::string path;
    std::string command; ///< empty in traces that don't say
    std::string machine; ///< empty: this computer
    int workers = 0;     ///< cores of this computer; 0: not known, or a chip
    bool complete = true;
    double end = 0;     ///< microseconds: of what is in the trace
    double run_end = 0; ///< of the run
    std::vector<std::string> names;
    std::vector<RankTrack> ranks;        ///< by rank
    std::int64_t left_out = 0;           ///< slices that are too short to be kept
    double shortest = 0;                 ///< microseconds, of the slices that are kept, if any were left out
    std::vector<CallSite> sites;         ///< by time, the longest first
    std::map<std::string, double> waits; ///< microseconds by reason
    /// From the first to the second: ranks, clusters, or groups of clusters.
    std::map<std::pair<int, int>, Traffic> messages;
    std::string each = "rank";
    bool has_bytes = true;
    bool matrix_of_run = false; ///< not only of the part that is traced
    std::vector<CounterTrack> counters;
    ChipShape chip;

    double coverage() const { return run_end > 0 ? end / run_end : 1; }
    int matrix_size() const;
    /// More ranks than cores.
    bool takes_turns() const { return workers > 0 && std::ssize(ranks) > workers; }
};

/// The time of all ranks, in microseconds.
struct TimeShares {
    double outside = 0; ///< of MPI
    double busy = 0;    ///< in MPI, not waiting
    double idle = 0;    ///< waiting; where ranks take turns, while a core was idle
    double turns = 0;   ///< waiting while all cores ran other ranks
};
TimeShares shares_of(const TraceSummary& trace);

inline constexpr int counter_intervals = 120;

/// At most so many slices are kept, the longest ones. Errors: throws Error as read_trace() does.
TraceSummary summarize_trace(const std::string& path, std::size_t most_slices = 120000);

} // namespace sartor::configurator
