// The processor's clock.
#pragma once

#include <cstdint>

#include "runtime/process.hpp"

namespace sartor::process {

// Ticks some 2 to 4 times in a nanosecond; only differences mean something.
[[nodiscard]] inline std::uint64_t clock_cycles() noexcept {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return static_cast<std::uint64_t>(now()) * 2;
#endif
}

} // namespace sartor::process
