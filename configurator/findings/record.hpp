// Reads the record that a run keeps of what it reports (runtime/reports/record.hpp):
//   sartor: TEXT         a line of a report as on standard error; with two spaces before it, it goes on
//   @LOCATION TAB PATH   a location that reports name, and its source file
//   !SIGNAL              the run has taken a signal with which it ends
#pragma once

#include "configurator/findings/finding.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sartor::configurator {

struct Reported {
    std::vector<Finding> findings; // each once
    std::vector<std::string> notices;
};

/// folder: paths below it become relative to it.
Reported read_record(const std::string& text, const std::filesystem::path& folder);

/// Whether the record says that the run has taken this signal.
bool has_taken(const std::string& text, int signal);

} // namespace sartor::configurator
