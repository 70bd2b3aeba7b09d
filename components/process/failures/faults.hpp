// Runs in which a rank fails at a call of MPI that is chosen: sartor run --faults. Linked into programs that
// are cut for it (feature `faults`) alone.
#pragma once

#include "components/process/rank/rank.hpp"

namespace sartor::process::failures {

// Reads SARTOR_FAULTS, before ranks run: "kill:RANK@CALL", the calls of each rank counted from 1, or
// "record:FILE". Ends the run with exit code 2 for anything else.
void set_up_faults() noexcept;

// At the begin of each call: its rank fails, or the call is recorded.
void at_call(Rank& self) noexcept;

// After all ranks have ended: a line for each call of the rank goes to the file that SARTOR_FAULTS names,
// "RANK CALL FUNCTION LOCATION"; and a rank says that it has not failed, since it has made too few calls.
void end_calls(const Rank& rank) noexcept;

} // namespace sartor::process::failures
