// Waiting for a frame, by a thread that then takes those that come.
#pragma once

#include <cstdint>

#include "runtime/process.hpp"
#include "transports/fabric/frames.hpp"

namespace sartor::channel::fabric {

// For so many nanoseconds. False: it never held.
template <class Holds>
[[nodiscard]] bool poll_until(std::int64_t time, Holds holds) noexcept {
    const std::int64_t limit = process::now() + time;
    while (!holds()) {
        take_packets();
        if (process::now() > limit) return false;
    }
    return true;
}

} // namespace sartor::channel::fabric
