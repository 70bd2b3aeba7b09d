// What reports add to a page, for each kind of file.
#pragma once

#include "configurator/pages/page.hpp"
#include "configurator/report/trace_summary.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Rows of tables of call sites that are shown at first.
inline constexpr int first_sites = 25;

/// Published numbers beside those of here: a JSON file of sartor experiment.
void add_experiment(const nlohmann::json& result, const std::string& path, Page& page);

/// Ranks, energy, links and memory of a run: a JSON file of sartor run --json.
void add_summary(const nlohmann::json& summary, const std::string& path, Page& page);

/// Call sites, functions, ranks and messages: a JSON file of sartor run --profile=FILE.
void add_profile(const nlohmann::json& profile, const std::string& path, Page& page);

/// Cells: from, to, bytes if there are any, messages.
nlohmann::json matrix_of(const std::string& each, int size, bool has_bytes, const std::string& note,
                         nlohmann::json cells);
/// From each to each other: the file of sartor run --matrix before it is drawn.
void add_matrix_file(const nlohmann::json& file, const std::string& path, Page& page);

void add_trace(const TraceSummary& trace, Page& page);

/// The chip of a trace, its links and memories at each time; nothing for traces of this computer.
void add_chip(const TraceSummary& trace, Page& page);

/// Which components a program's MPI is made of, and why. `path`: as the page calls it; `file`: where it is.
/// Errors: throws Error as read_explanation() does.
void add_graph(const std::string& path, const std::string& file, Page& page);

/// What to do, each with the number that it rests on; empty where nothing stands out.
std::vector<std::string> advice_on(const TraceSummary& trace);
std::vector<std::string> advice_on_summary(const nlohmann::json& summary);

/// Down to hundredths.
nlohmann::json short_numbers(const std::vector<double>& values);
/// The round number of percent at which a scale ends.
double end_of_scale(double percent);
/// "Trace of a2a 3", or "Trace t.json" where the command is not known.
std::string name_of(const std::string& what, const std::string& command, const std::string& path);
/// "a2a 3" of the words of a command that a file has; empty if it has none.
std::string command_in(const nlohmann::json& file);

} // namespace sartor::configurator
