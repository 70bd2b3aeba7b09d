// The measuring of collectives: one program with all of them, rebuilt for each candidate.
#pragma once

#include "configurator/machines/machine_file.hpp"
#include "configurator/selection/selection.hpp"
#include "configurator/tune/tune.hpp"

#include <chrono>
#include <optional>

namespace sartor::configurator {

/// What --only may name of collectives. Those that others are made of come first: the others are measured
/// with the best of them.
const std::vector<std::string>& simple_families();
const std::vector<std::string>& composed_families();

/// The choices that gain something somewhere, for all numbers of ranks; `chosen` is what holds besides.
/// Errors: throws Error when nothing can be measured.
Selection tune_collectives(const TuneOptions& options, const std::optional<Manycore>& machine,
                           const Selection& chosen, std::chrono::steady_clock::time_point begin);

} // namespace sartor::configurator
