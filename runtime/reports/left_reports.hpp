// Reports about ranks at the end of a run: one line for all ranks of which the same is true.
#pragma once

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// "rank 3: " and the text; with the location in its program where something was created, if there is one.
// Comes out with write_left_reports(), ranks in the order of their numbers.
void report_left(const Rank& rank, const void* created_at, const char* format, ...) noexcept
    __attribute__((format(printf, 3, 4)));

void write_left_reports() noexcept;

// What is reported is a mistake, not a notice: the run fails (programs built with --checked).
void let_left_reports_fail() noexcept;
// leftovers_exit_code when the run fails by what was reported, otherwise 0.
[[nodiscard]] int exit_code_of_left_reports() noexcept;

} // namespace sartor::process
