// What a replay predicts, against what was recorded.
#pragma once

#include <string>
#include <vector>

#include "configurator/replay/trace_file.hpp"

namespace sartor::configurator {

/// One wait at a barrier, in cycles.
struct ReplayedWait {
    std::string processor;
    int network = 0;
    std::int64_t recorded = 0;
    std::int64_t predicted = 0;
    std::int64_t recorded_begin = 0; // since the run's first event
    std::int64_t predicted_begin = 0;
};

/// When a program had its first and its last event.
struct ReplayedProgram {
    std::string processor;
    std::int64_t first = 0;
    std::int64_t recorded_last = 0;
    std::int64_t predicted_last = 0;
};

struct ReplayedTrace {
    std::string name;
    std::int64_t events = 0;
    std::int64_t flits = 0; // that went over links, counted at each hop
    std::int64_t recorded = 0;
    std::int64_t predicted = 0;
    std::vector<ReplayedWait> waits;
    std::vector<ReplayedProgram> programs;
};

/// Compares a trace whose programs were played with its recorded times.
ReplayedTrace compared(const NocTrace& trace, const machine::noc::Played& played);

void print_table(const std::vector<ReplayedTrace>& traces);
/// A line for each trace. Errors: throws Error when the file cannot be written; so does write_replay_json().
void write_replay_csv(const std::vector<ReplayedTrace>& traces, const std::string& path);
void write_replay_json(const std::vector<ReplayedTrace>& traces, const std::string& machine,
                       const std::string& path);

} // namespace sartor::configurator
