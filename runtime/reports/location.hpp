// Addresses in a rank's copy of the program as functions and lines.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// "function+0x12 (file.c:34)" as far as the program has symbols and debug information. False if the address
// is not in the program.
[[nodiscard]] bool describe_location(const Rank& rank, std::uintptr_t address, char* text,
                                     std::size_t bytes) noexcept;

// A return address in the program as what every rank of the program reads alike, in whichever address space:
// the index of the file in copied_files(), and the offset in it. file: -1 when the address is not in the
// program.
struct CallSite {
    std::int64_t file = -1;
    std::uint64_t offset = 0;
};
[[nodiscard]] CallSite call_site_of(const Rank& rank, const void* return_address) noexcept;
// As the first describe_location(), for a call; `reader` is any rank of the program in this process.
[[nodiscard]] bool describe_location(const Rank& reader, const CallSite& site, char* text,
                                     std::size_t bytes) noexcept;
// The line of report_caller(); `reader` is any rank of the program in this process.
void report_caller(const Rank& reader, const CallSite& site) noexcept;

// As describe_location(), for the newest return address into the program on the stack from `low` to `high`.
[[nodiscard]] bool describe_caller(const Rank& rank, std::uintptr_t low, std::uintptr_t high, char* text,
                                   std::size_t bytes) noexcept;

// "main+0x1f (pi.c:12)" from sartor-backtrace, for an address in any file of the process. False: it knows
// none.
[[nodiscard]] bool run_helper(const Rank& rank, std::uintptr_t address, char* text,
                              std::size_t bytes) noexcept;

} // namespace sartor::process
