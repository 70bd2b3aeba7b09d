// Pictures as files: SVG 1.1, for sartor run --chip and --matrix. Lengths are whole pixels of 1/96 inch.
#pragma once

#include <string>

namespace sartor::configurator {

struct Color {
    int red = 0, green = 0, blue = 0;

    /// Whether text on it should be light (ITU-R BT.601's weights).
    bool is_dark() const { return red * 299 + green * 587 + blue * 114 < 140'000; }
};
inline constexpr Color black = {0, 0, 0};
inline constexpr Color white = {255, 255, 255};
inline constexpr Color grey = {120, 120, 120};

/// From light to dark, `part` from 0 to 1: its order is the same for colour-blind viewers and in a print
/// without colours (cividis, reversed: Nunez, Anderton and Renslow, PLoS ONE 13(7), 2018).
Color ramp(double part);

enum class Anchor { start, middle, end };
enum class Direction { right, left, down, up };

inline constexpr int small_text = 11; // 8.25 pt

class Svg {
  public:
    Svg(int width, int height);

    void group(const std::string& attributes) { text_ += "<g " + attributes + ">\n"; }
    void end_group() { text_ += "</g>\n"; }

    void box(int x, int y, int width, int height, Color fill, Color line);
    void bar(int x, int y, int width, int height, Color fill);
    /// From a point, `length` into a direction; `thick` is the width of the shaft.
    void arrow(int x, int y, int length, int thick, Direction direction, Color fill);

    /// The point is on the text's baseline. `room` is the width that it may have; a wider text is left out.
    struct Place {
        int x = 0, y = 0, room = 0;
        int size = small_text;
        Anchor anchor = Anchor::start;
        Color color = black;
    };
    void text(const Place& place, const std::string& text);

    std::string end() const { return text_ + "</svg>\n"; }

  private:
    std::string text_;
};

} // namespace sartor::configurator
