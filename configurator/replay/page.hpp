// A page of replayed traces.
#pragma once

#include <string>
#include <vector>

#include "configurator/machines/noc_machine.hpp"
#include "configurator/replay/results.hpp"

namespace sartor::configurator {

/// The errors of all traces, and of each trace its programs' recorded timelines above their predicted ones.
/// Errors: throws Error when the file cannot be written.
void write_replay_page(const std::vector<ReplayedTrace>& traces, const NocMachine& machine,
                       const std::string& path);

} // namespace sartor::configurator
