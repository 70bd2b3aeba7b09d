// What travels with a message of an observed run: when its sender entered the call that sends it, and who
// that is.
#pragma once

#include <cstdint>

#include "components/observation/clock.hpp"

namespace sartor::observation {

// 12 bytes in the envelope, aligned as its other fields; no two that are neighbours resemble an address (see
// channel/split/control.hpp). Time 0: none, as in messages of collectives.
struct Stamp {
    std::uint32_t low = 0;
    std::int32_t rank = -1; // its number in the process
    std::uint32_t high = 0;

    Stamp() = default;
    Stamp(Ticks time, int sender) noexcept
        : low(static_cast<std::uint32_t>(time)), rank(sender),
          high(static_cast<std::uint32_t>(static_cast<std::uint64_t>(time) >> 32)) {}
    [[nodiscard]] Ticks time() const noexcept { return static_cast<Ticks>(std::uint64_t{high} << 32 | low); }
};

} // namespace sartor::observation
