// Observers of a run on a manycore: which there are is said by SARTOR_ variables, which sartor run sets. Only
// what was cut with the aspect of aspects/manycore/observed.hpp has any of this.
#pragma once

#include "components/process/scheduler/schedule.hpp"

namespace sartor::machine::manycore {

// As the machine's own; its start() also attaches the observers.
extern const process::Schedule observed_schedule;

} // namespace sartor::machine::manycore
