// The files of sartor run --chip and --matrix, drawn from what the run has written.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sartor::configurator {

/// Clusters with their ranks and the most memory that each used at a time, links with the part of the run's
/// time that they were busy. `summary`: of sartor run --json.
std::string chip_picture(const nlohmann::json& summary);

/// How much each rank, cluster or group of clusters sent to each other: a colour for each doubling.
std::string matrix_picture(const nlohmann::json& file);

} // namespace sartor::configurator
