// How to run, as sartor run says it in the environment.
#pragma once

#include <cstddef>

namespace sartor::process {

// Ends the process: the variable has a value that sartor run does not set.
[[noreturn]] void refuse_setting(const char* variable, const char* value, const char* expected) noexcept;

// `fallback` where the variable is not set; ends the process for a value below `least`, 0 or 1.
[[nodiscard]] long number_from(const char* variable, long fallback, long least) noexcept;

// See Ranks::backlog_bytes.
[[nodiscard]] std::size_t backlog_from(const char* variable) noexcept;

} // namespace sartor::process
