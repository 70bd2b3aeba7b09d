// One observed run: what `sartor run --trace` and `--profile` ask for, from its first rank to its end.
#pragma once

#include "runtime/observation/of_rank.hpp"

namespace sartor::observation {

// The memory of a rank. The first call reads the environment (SARTOR_TRACE, SARTOR_TRACE_LIMIT,
// SARTOR_PROFILE) and opens the files; one that can't be written ends the run, exit code 2.
[[nodiscard]] Tables& tables_of(int rank) noexcept;
// That of the rank's worker; null without a trace.
[[nodiscard]] Spool* spool_of(const process::Rank& rank) noexcept;

// Workers of all processes: so many ranks can run at a time.
[[nodiscard]] int workers() noexcept;

// How many messages wait for their receives on the spool's worker, and on the first worker how many of all
// ranks are under way, as an event.
void sample(Spool& spool, Ticks now) noexcept;

} // namespace sartor::observation
