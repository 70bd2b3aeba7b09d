// The profile of a run in its two forms; pages are drawn from the second.
#pragma once

#include "runtime/observation/summary.hpp"
#include "runtime/observation/text_file.hpp"

namespace sartor::observation {

// On standard error: the call sites that took the most time, why ranks waited, and how evenly functions took
// the time of the ranks.
void report_profile(const Summary& summary) noexcept;
// All of it, as JSON.
void write_json(const Summary& summary, TextFile& file) noexcept;

} // namespace sartor::observation
