// Timers that ranks have made.
#pragma once

namespace sartor::process {

// Whether one of them will signal its rank, unless somebody stops it.
[[nodiscard]] bool any_timer_runs() noexcept;

} // namespace sartor::process
