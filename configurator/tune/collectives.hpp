// Measuring collectives: one program with all of them, rebuilt for each candidate.
#pragma once

#include "configurator/choices/selection.hpp"
#include "configurator/machines/machine_file.hpp"
#include "configurator/tune/tune.hpp"

#include <chrono>
#include <optional>

namespace sartor::configurator {

/// The families that --only may name. Those of which others are composed come first: the others are measured
/// with the best of them.
const std::vector<std::string>& simple_families();
const std::vector<std::string>& composed_families();

/// The choices that are faster somewhere, for all numbers of ranks; `chosen` is what is selected besides.
/// Errors: throws Error when nothing can be measured.
Selection tune_collectives(const TuneOptions& options, const std::optional<Manycore>& machine,
                           const Selection& chosen, std::chrono::steady_clock::time_point begin);

} // namespace sartor::configurator
