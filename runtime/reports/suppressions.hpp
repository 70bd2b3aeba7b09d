// Findings that the user has chosen not to see, in programs built with --checked: by a file (sartor run
// --suppressions) or by a comment in the source. Only such programs have the code (Checks::suppresses).
#pragma once

#include "runtime/reports/location.hpp"

namespace sartor::process {

// Whether a finding of this kind (configurator/findings/rules.hpp) at these places is suppressed; it is
// counted then. Takes the time of finding functions and lines: for findings alone.
[[nodiscard]] bool is_suppressed(const Rank& rank, const char* kind, const CallSite& place,
                                 const CallSite& other) noexcept;

// One line of how many there were, or nothing.
void report_suppressed() noexcept;

} // namespace sartor::process
