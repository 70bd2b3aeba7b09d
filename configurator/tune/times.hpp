// Measured times, and the choices that follow from them.
#pragma once

#include "configurator/choices/selection.hpp"

#include <map>
#include <string>
#include <vector>

namespace sartor::configurator {

/// bytes -> microseconds
using Times = std::map<long, double>;
/// algorithm -> times
using Candidates = std::map<std::string, Times>;

/// Below this is noise: another algorithm must be faster by this fraction to be chosen.
inline constexpr double least_gain = 0.05;

/// The fastest algorithm for each size, as few changes as the least gain allows; limits are between the
/// sizes. Of candidates that were not measured at all sizes only the measured ones count.
std::vector<Limited> fastest(const Candidates& candidates, const std::string& ranks);

} // namespace sartor::configurator
