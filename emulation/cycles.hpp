// Virtual time and rates, in integers: the same on every computer and with every compiler.
#pragma once

#include <cstdint>

namespace sartor::machine::manycore {

using Cycles = std::int64_t;

// Bytes (or work) per cycle as a fraction: 3.76 B/cycle is 64/17.
struct Rate {
    std::int64_t numerator = 1;
    std::int64_t denominator = 1;
};

// Whole cycles that an amount takes at a rate, rounded up.
[[nodiscard]] constexpr Cycles cycles_for(std::int64_t amount, Rate rate) noexcept {
    return (amount * rate.denominator + rate.numerator - 1) / rate.numerator;
}

static_assert(cycles_for(4096, {64, 17}) == 1088, "4096 * 17 / 64");
static_assert(cycles_for(1, {64, 17}) == 1, "a part of a cycle is a cycle");

} // namespace sartor::machine::manycore
