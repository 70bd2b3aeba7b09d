// Kinds of findings, and which one a report is.
#pragma once

#include "configurator/findings/finding.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// All kinds but the error classes of MPI.
const std::vector<Rule>& all_rules();

/// Reports are told apart by the words of their first lines. Nothing: it is about the run and not its
/// program.
std::optional<Rule> rule_of(const Finding& finding);

const char* name_of(Level level); // as SARIF has them

} // namespace sartor::configurator
