// Runs in which a rank fails at a call of MPI that is chosen: sartor run --faults. Linked into programs that
// are cut for it (feature `faults`) alone.
#pragma once

#include "runtime/rank/rank.hpp"

namespace sartor::process::failures {

// Reads SARTOR_FAULTS, before ranks run: "kill:RANK@CALL", the calls of each rank counted from 1, or several
// of these with commas between; and SARTOR_FAULTS_RECORD, a file. Ends the run with exit code 2 for anything
// else.
void set_up_faults() noexcept;

// At the begin of each call: it is recorded, and its rank may fail.
void at_call(Rank& self) noexcept;

// After all ranks have ended: a line for each call of the rank goes to that file,
// "RANK CALL FAILURES FUNCTION LOCATION", with how many ranks had failed before; and a rank says that it has
// not failed, since it has made too few calls.
void end_calls(const Rank& rank) noexcept;

} // namespace sartor::process::failures
