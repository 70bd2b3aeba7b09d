// Variables by their addresses.
#pragma once

#include "runtime/known_memory/known_memory.hpp"

namespace sartor::process {

// The variable that an address is in, by the symbol tables of the rank's copies. O(log variables), and once
// for each file O(symbols). False: none.
[[nodiscard]] bool find_variable(const Rank& rank, const void* address, KnownMemory& found) noexcept;

} // namespace sartor::process
