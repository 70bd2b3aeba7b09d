// Reads what `sartor run --trace FILE` writes, event by event: the file may be larger than memory.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace sartor::configurator {

/// Whether a file begins as a trace does.
bool is_trace(const std::string& path);

/// What stands behind the events of a trace ("otherData"). Errors: throws Error where there is no end.
nlohmann::json read_trace_end(const std::string& path);

/// Calls `see` with each event of a trace (the Trace Event Format, one event a line), and returns what stands
/// behind them ("otherData"). Errors: throws Error naming file and line for what is no trace.
nlohmann::json read_trace(const std::string& path,
                          const std::function<void(const nlohmann::json& event)>& see);

} // namespace sartor::configurator
