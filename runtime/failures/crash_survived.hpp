// What a rank's crash does where the others go on.
#pragma once

#include "runtime/rank/rank.hpp"

namespace sartor::process::failures {

// From now on a crash ends its rank, in place of the run (reports/crash.hpp).
void survive_crashes() noexcept;
// The rank that runs here ends; what has failed was reported.
[[noreturn]] void leave(Rank& self) noexcept;

} // namespace sartor::process::failures
