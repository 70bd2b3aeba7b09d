// The parts of a report, each HTML.
#pragma once

#include "configurator/report/trace_summary.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Published numbers beside those of here: a JSON file of sartor experiment.
std::string experiment_part(const nlohmann::json& result);

/// Ranks, energy, links and memory of a run: a JSON file of sartor run --json.
std::string summary_part(const nlohmann::json& summary, const std::string& path);

std::string trace_part(const TraceSummary& trace);

/// The chip of a trace, its links and memories at each time; empty for traces of this computer.
std::string chip_part(const TraceSummary& trace);

/// Which components a program's MPI is made of, and why. `path`: as the page calls it; `file`: where it is.
/// Errors: throws Error as read_explanation() does.
std::string graph_part(const std::string& path, const std::string& file);

/// What to do, each with the number that it rests on; empty where nothing stands out.
std::vector<std::string> advice_on(const TraceSummary& trace);
std::vector<std::string> advice_on_summary(const nlohmann::json& summary);

} // namespace sartor::configurator
