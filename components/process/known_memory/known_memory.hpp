// How much memory there is from an address on, as far as it can be known: in programs built with --checked,
// the counts of messages are compared with it.
#pragma once

#include <cstddef>

#include "components/process/rank/rank.hpp"

namespace sartor::process {

struct KnownMemory {
    std::size_t bytes = 0;  // from the address to the end
    const char* what = "";  // "the block of malloc's", "the variable values"
    char variable[96] = ""; // its name, if it is one
};

// A function of MPI begins, perhaps anew: what the compiler knows of the sizes of its arguments has been
// noted just before (mpi.h), by the same thread.
void begin_call_with_objects(const void* call_site) noexcept;

// What was noted of the address for the call that has begun last, otherwise a block of malloc's that begins
// there, otherwise a variable of the program's or of a library's that ranks have copies of. False: nothing is
// known, as for most addresses in the middle of blocks.
[[nodiscard]] bool find_known_memory(const Rank& rank, const void* address, KnownMemory& found) noexcept;

// The size of a block of malloc's that begins at an address; false when none does. Set where the program's
// blocks are noted (heap/heap_blocks.cpp, which the link adds with --checked), otherwise null.
extern bool (*find_heap_block)(const void* address, std::size_t& bytes) noexcept;

} // namespace sartor::process
