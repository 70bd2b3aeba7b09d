#include "configurator/pages/svg.hpp"

#include "configurator/support/xml.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

std::string text_of(Color color) {
    return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

/// How wide a text is at most: digits of common sans-serif fonts are 0.64 of their size wide.
int width_of(std::size_t characters, int size) {
    return (static_cast<int>(characters) * size * 64 + 99) / 100;
}

} // namespace

Color ramp(double part) {
    constexpr Color points[] = {{253, 231, 99}, {211, 193, 100}, {166, 157, 117}, {124, 123, 120},
                                {87, 92, 109},  {35, 62, 108},   {0, 32, 81}};
    constexpr int steps = std::size(points) - 1;
    const double place = std::clamp(part, 0.0, 1.0) * steps;
    const int low = std::min(static_cast<int>(place), steps - 1);
    const auto between = [rest = place - low](int from, int to) {
        return from + static_cast<int>(std::lround((to - from) * rest));
    };
    const Color &from = points[low], &to = points[low + 1];
    return {between(from.red, to.red), between(from.green, to.green), between(from.blue, to.blue)};
}

Svg::Svg(int width, int height)
    : text_(fmt::format(
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
          "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"DejaVu Sans, Verdana, "
          "Arial, sans-serif\">\n",
          width, height)) {
    bar(0, 0, width, height, white);
}

void Svg::box(int x, int y, int width, int height, Color fill, Color line) {
    text_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n",
                         x, y, width, height, text_of(fill), text_of(line));
}

void Svg::bar(int x, int y, int width, int height, Color fill) {
    text_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", x, y, width,
                         height, text_of(fill));
}

// Drawn to the right from the origin, then turned.
void Svg::arrow(int x, int y, int length, int thick, Direction direction, Color fill) {
    constexpr int turns[] = {0, 180, 90, 270};
    const int half = (thick + 1) / 2, wing = half + 3, head = length - wing - 2;
    text_ += fmt::format(
        "<path transform=\"translate({} {}) rotate({})\" d=\"M0 {} H{} V{} L{} 0 L{} {} V{} H0 Z\" "
        "fill=\"{}\" stroke=\"#505050\" stroke-width=\"0.5\"/>\n",
        x, y, turns[static_cast<int>(direction)], -half, head, -wing, length, head, wing, half,
        text_of(fill));
}

void Svg::text(const Place& place, const std::string& text) {
    constexpr const char* anchors[] = {"start", "middle", "end"};
    if (text.empty() || width_of(text.size(), place.size) > place.room) return;
    text_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\" "
                         "data-room=\"{}\">{}</text>\n",
                         place.x, place.y, place.size, anchors[static_cast<int>(place.anchor)],
                         text_of(place.color), place.room, xml_text(text));
}

} // namespace sartor::configurator
