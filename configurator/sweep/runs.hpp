// The runs of a sweep: of emulated machines several at a time in virtual time, on this computer one after the
// other by the clock.
#pragma once

#include "configurator/machines/machine_file.hpp"
#include "configurator/sweep/results.hpp"
#include "configurator/sweep/sweep.hpp"

namespace sartor::configurator {

/// The ranks that a machine has room for.
int room_of(const Manycore& machine);

/// Runs the program once at each point, and notes what came of it. Points without a number of ranks have as
/// many as their machine has room for.
void run_on_chips(const SweepOptions& options, const Manycore& machine, SweepResults& results);

/// Runs the program results.runs times at each point, in turn, after one run that is not counted and for
/// which it is rebuilt: the median, the shortest and the longest time.
void run_here(const SweepOptions& options, SweepResults& results);

} // namespace sartor::configurator
