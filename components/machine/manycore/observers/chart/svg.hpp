// SVG drawing primitives of the pictures here. Lengths are whole pixels of 1/96 inch.
#pragma once

#include <cstdint>
#include <cstdio>

#include "components/machine/manycore/observers/chart/ramp.hpp"

namespace sartor::machine::manycore::chart {

enum class Anchor : std::uint8_t { start, middle, end };
enum class Direction : std::uint8_t { right, left, down, up };

inline constexpr int small_text = 11; // 8.25 pt
inline constexpr int large_text = 15;

// How wide a text is at most: digits of common sans-serif fonts are 0.64 of their size wide.
[[nodiscard]] constexpr int width_of(int characters, int size) noexcept {
    return (characters * size * 64 + 99) / 100;
}

// A file that is a picture when it is closed.
class Svg {
  public:
    explicit Svg(FILE* file) noexcept : file_(file) {}
    Svg(const Svg&) = delete;
    Svg& operator=(const Svg&) = delete;

    void begin(int width, int height) noexcept;
    void end() noexcept;

    // Attributes of the next element or group: formatted as by printf.
    void group(const char* format, ...) noexcept __attribute__((format(printf, 2, 3)));
    void end_group() noexcept;

    void box(int x, int y, int width, int height, Color fill, Color line) noexcept;
    void bar(int x, int y, int width, int height, Color fill) noexcept;
    // From a point, `length` into a direction; `thick` is the width of the shaft.
    void arrow(int x, int y, int length, int thick, Direction direction, Color fill) noexcept;

    // The point of a text is on its baseline. `room` is the width that it may have; what is wider is left
    // out.
    struct Text {
        int x = 0;
        int y = 0;
        int room = 0;
        int size = small_text;
        Anchor anchor = Anchor::start;
        Color color = black;
    };
    void text(const Text& how, const char* format, ...) noexcept __attribute__((format(printf, 3, 4)));

  private:
    FILE* file_;
};

// Thousandths as a number of some three digits, without the program's locale: 12345 is "12.3".
struct Number {
    char text[24];
};
[[nodiscard]] Number in_thousandths(std::int64_t value) noexcept;
// Thousandths of a percent with the sign, without a space where there is little room: "0.43 %", "0.004 %".
[[nodiscard]] Number in_percent(std::int64_t value, bool close) noexcept;
// Microseconds with a unit: "0.82 ms", "6.33 s".
[[nodiscard]] Number in_seconds(std::int64_t microseconds) noexcept;
// Bytes with a unit: "996 kB" (of 1000 B).
[[nodiscard]] Number in_bytes(std::int64_t bytes) noexcept;

} // namespace sartor::machine::manycore::chart
