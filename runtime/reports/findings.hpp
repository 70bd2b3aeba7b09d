// Mistakes of programs built with --checked that are no error of a call: they are reported when they happen,
// the run goes on, and fails at its end.
#pragma once

#include "runtime/rank/rank.hpp"
#include "runtime/reports/location.hpp"

namespace sartor::process {

struct Mistake {
    const char* kind = nullptr; // configurator/findings/rules.hpp
    CallSite place, other;
    bool is_here = true;          // at the first place, where the rank is
    const char* remedy = nullptr; // what would mend it, if that is known
};

// "rank 3: " and the text, unless a mistake at the same two places was reported before, by whichever rank;
// the calls that led here, if the rank is there; and the remedy.
void report_finding(const Rank& rank, const Mistake& mistake, const char* format, ...) noexcept
    __attribute__((format(printf, 3, 4)));

// Whether the user does not want to see a finding of this kind there (suppressions.hpp).
[[nodiscard]] bool suppresses(const Rank& rank, const char* kind, const CallSite& place,
                              const CallSite& other = {}) noexcept;

// findings_exit_code when there was one, otherwise 0.
[[nodiscard]] int exit_code_of_findings() noexcept;

} // namespace sartor::process
