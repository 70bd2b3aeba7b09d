// What travels with a message of an observed run: when its sender entered the call that sends it, and who
// that is.
#pragma once

#include <cstdint>

#include "runtime/observation/clock.hpp"

namespace sartor::observation {

// 12 bytes in the envelope, aligned as its other fields; no two that are neighbours resemble an address (see
// channel/split/control.hpp). Time 0: none, as in messages of collectives.
//
// As it is passed to a function it is stored and loaded: by the same parts, since a load of what was stored
// in halves waits until both have left the processor.
class Stamp {
  public:
    Stamp() = default;
    Stamp(Ticks time, int sender) noexcept
        : lower_{std::uint64_t{static_cast<std::uint32_t>(sender)} << 32 | static_cast<std::uint32_t>(time)},
          high_(static_cast<std::uint32_t>(static_cast<std::uint64_t>(time) >> 32)) {}
    [[nodiscard]] Ticks time() const noexcept {
        return static_cast<Ticks>(std::uint64_t{high_} << 32 | static_cast<std::uint32_t>(lower_.value));
    }
    // Its number in the process.
    [[nodiscard]] std::int32_t rank() const noexcept { return static_cast<std::int32_t>(lower_.value >> 32); }

  private:
    struct [[gnu::packed, gnu::aligned(4)]] Lower {
        std::uint64_t value; // the rank, and behind it the lower half of the time
    };
    Lower lower_{0};
    std::uint32_t high_ = 0;
};
static_assert(sizeof(Stamp) == 12 && alignof(Stamp) == 4);

} // namespace sartor::observation
