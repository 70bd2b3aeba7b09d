// Names for addresses in a process that has no images of Sartor's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// Function, file and line by sartor-backtrace; without it the nearest dynamic symbol, or the offset in the
// file. False: the address is in no file of the process.
[[nodiscard]] bool describe_location_in_process(const Rank& rank, std::uintptr_t address, char* text,
                                                std::size_t bytes) noexcept;

} // namespace sartor::process
