// The clock of observed runs: read at the begin and end of each call, so it has to be fast.
#pragma once

#include <cstdint>

#include "runtime/architecture/processor.hpp"
#include "runtime/peers.hpp"
#include "runtime/process.hpp"

namespace sartor::observation {

using Ticks = std::int64_t;

// Whether the processor's counter runs evenly and alike on all cores: where the system takes it as its clock.
extern bool counter_is_steady;

// The counter of the processor where it is steady and the only one, else the system's nanoseconds.
[[nodiscard, gnu::always_inline]] inline Ticks ticks() noexcept {
    if (counter_is_steady) [[likely]]
        return static_cast<Ticks>(architecture::Processor::counter());
    return process::now() + process::common_clock.ahead;
}

// From ticks to nanoseconds since the begin of the run: the two clocks are read together at its begin and
// its end.
class Scale {
  public:
    void begin() noexcept;
    void end() noexcept;
    // Of several processes with one clock: from the first begin to the last end.
    void span(Ticks first, Ticks last) noexcept {
        first_ = first;
        last_ = last;
    }
    // Requires begin() and end().
    [[nodiscard]] std::int64_t nanoseconds(Ticks time) const noexcept { return length(time - first_); }
    // Of a difference of two times.
    [[nodiscard]] std::int64_t length(Ticks difference) const noexcept {
        return static_cast<std::int64_t>(static_cast<double>(difference) * nanoseconds_a_tick_);
    }
    // While the run goes on.
    [[nodiscard]] Ticks ticks_of(std::int64_t nanoseconds) const noexcept {
        if (!counter_is_steady) return nanoseconds;
        const auto passed = static_cast<double>(process::now() - began_);
        return passed > 0 ? static_cast<Ticks>(static_cast<double>(ticks() - first_) / passed *
                                               static_cast<double>(nanoseconds))
                          : 0;
    }
    [[nodiscard]] Ticks first() const noexcept { return first_; }
    [[nodiscard]] Ticks last() const noexcept { return last_; }

  private:
    Ticks first_ = 0;
    Ticks last_ = 0;
    std::int64_t began_ = 0;
    double nanoseconds_a_tick_ = 1;
};

} // namespace sartor::observation
