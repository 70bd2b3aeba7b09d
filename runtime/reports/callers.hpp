// How the program came to where it is, in lines of a report.
#pragma once

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// "  from main+0x2f (program.c:40)" for what called the function of the program that this rank, which calls
// this, is in. Nothing for main, without the helper, and on stacks of a program's own threads.
void report_callers(const Rank& rank) noexcept;

} // namespace sartor::process
