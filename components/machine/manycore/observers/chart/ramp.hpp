// One colour ramp from light to dark: its order is the same for colour-blind viewers and in a print without
// colours.
#pragma once

#include <cstdint>

namespace sartor::machine::manycore::chart {

struct Color {
    int red = 0;
    int green = 0;
    int blue = 0;

    // Whether text on it should be light (ITU-R BT.601's weights).
    [[nodiscard]] constexpr bool is_dark() const noexcept {
        return red * 299 + green * 587 + blue * 114 < 140'000;
    }
};

inline constexpr Color black = {0, 0, 0};
inline constexpr Color white = {255, 255, 255};
inline constexpr Color grey = {120, 120, 120};

// Yellow to dark blue, as in cividis (Nunez, Anderton and Renslow, PLoS ONE 13(7), 2018), reversed: more is
// darker. `part` is of 1000.
[[nodiscard]] constexpr Color ramp(std::int64_t part) noexcept {
    constexpr Color points[] = {{253, 231, 99}, {211, 193, 100}, {166, 157, 117}, {124, 123, 120},
                                {87, 92, 109},  {35, 62, 108},   {0, 32, 81}};
    constexpr std::int64_t steps = sizeof points / sizeof *points - 1;
    constexpr std::int64_t whole = 1000;
    if (part < 0) part = 0;
    if (part >= whole) return points[steps];
    const Color& from = points[part * steps / whole];
    const Color& to = points[part * steps / whole + 1];
    const std::int64_t rest = part * steps % whole;
    const auto between = [rest](int low, int high) {
        return low + static_cast<int>((high - low) * rest / whole);
    };
    return {between(from.red, to.red), between(from.green, to.green), between(from.blue, to.blue)};
}

// The least of 1, 2, 5, 10, 20, 50... that a value does not exceed: the end of a scale.
[[nodiscard]] constexpr std::int64_t rounded_up(std::int64_t value) noexcept {
    constexpr std::int64_t factors[] = {1, 2, 5};
    for (std::int64_t unit = 1;; unit *= 10)
        for (const std::int64_t factor : factors)
            if (value <= unit * factor) return unit * factor;
}

static_assert(rounded_up(0) == 1 && rounded_up(1600) == 2000 && rounded_up(5000) == 5000);

} // namespace sartor::machine::manycore::chart
