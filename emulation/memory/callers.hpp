// Whose memory an allocation is: the program's, or that of this executable's runtime, which no chip has.
#pragma once

#include "runtime/process.hpp"

extern "C" {
extern const char __executable_start;
extern const char etext;
}

namespace sartor::machine::manycore {

// `caller`: the return address of the allocating function; null for the program.
[[nodiscard]] inline bool is_program(const void* caller) noexcept {
    const process::Rank* rank = process::current;
    const auto* code = static_cast<const char*>(caller);
    return rank != nullptr && !rank->loading && !(code >= &__executable_start && code < &etext);
}

} // namespace sartor::machine::manycore
