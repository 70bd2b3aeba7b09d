// The processor's clock.
#pragma once

#include <cstdint>

#include "runtime/architecture/processor.hpp"

namespace sartor::process {

// Ticks some 2 to 4 times in a nanosecond; only differences mean something.
[[nodiscard]] inline std::uint64_t clock_cycles() noexcept {
    return architecture::Processor::cycles();
}

} // namespace sartor::process
