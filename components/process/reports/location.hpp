// Addresses in a rank's copy of the program, said in the program's own names.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/process/rank/rank.hpp"

namespace sartor::process {

// "function+0x12 (file.c:34)" as far as the program's symbols and debug information tell. False if the
// address is not in the program.
[[nodiscard]] bool describe_location(const Rank& rank, std::uintptr_t address, char* text,
                                     std::size_t bytes) noexcept;

// The same for the newest return address into the program on the stack between `low` and `high`.
[[nodiscard]] bool describe_caller(const Rank& rank, std::uintptr_t low, std::uintptr_t high, char* text,
                                   std::size_t bytes) noexcept;

} // namespace sartor::process
