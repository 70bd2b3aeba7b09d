// The observers of a run on a manycore, selected by SARTOR_ variables, which sartor run sets. Only cuts with
// the aspect of aspects/manycore/observed.hpp have any of this.
#pragma once

#include "runtime/scheduler/schedule.hpp"

namespace sartor::machine::manycore {

// The machine's own schedule whose start() also attaches the observers.
extern const process::Schedule observed_schedule;

} // namespace sartor::machine::manycore
