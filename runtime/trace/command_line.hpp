// The command of a run, for the files that it writes.
#pragma once

#include <cstddef>

namespace sartor::trace {

/// Words of this process's command as a JSON array: ["a2a","3"]. Of the program only the name. The last words
/// are left out if there is no room.
[[nodiscard]] const char* command_as_json() noexcept;

} // namespace sartor::trace
