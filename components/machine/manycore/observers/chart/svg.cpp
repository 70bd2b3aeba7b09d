// Elements of SVG 1.1.
#include "components/machine/manycore/observers/chart/svg.hpp"

#include <cstdarg>
#include <cstring>

namespace sartor::machine::manycore::chart {

namespace {

constexpr const char* anchors[] = {"start", "middle", "end"};

long long as_long(std::int64_t value) noexcept {
    return value;
}

} // namespace

void Svg::begin(int width, int height) noexcept {
    std::fprintf(file_,
                 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                 "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\">\n",
                 width, height, width, height);
    bar(0, 0, width, height, white);
}

void Svg::end() noexcept {
    std::fprintf(file_, "</svg>\n");
}

void Svg::group(const char* format, ...) noexcept {
    va_list values;
    va_start(values, format);
    std::fprintf(file_, "<g ");
    std::vfprintf(file_, format, values);
    std::fprintf(file_, ">\n");
    va_end(values);
}

void Svg::end_group() noexcept {
    std::fprintf(file_, "</g>\n");
}

void Svg::box(int x, int y, int width, int height, Color fill, Color line) noexcept {
    std::fprintf(file_,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\" "
                 "stroke=\"#%02x%02x%02x\"/>\n",
                 x, y, width, height, fill.red, fill.green, fill.blue, line.red, line.green, line.blue);
}

void Svg::bar(int x, int y, int width, int height, Color fill) noexcept {
    std::fprintf(file_, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>\n", x, y,
                 width, height, fill.red, fill.green, fill.blue);
}

// Drawn to the right from the origin, then turned.
void Svg::arrow(int x, int y, int length, int thick, Direction direction, Color fill) noexcept {
    constexpr int turns[] = {0, 180, 90, 270};
    const int half = (thick + 1) / 2;
    const int wing = half + 3;
    const int head = length - wing - 2;
    std::fprintf(file_,
                 "<path transform=\"translate(%d %d) rotate(%d)\" d=\"M0 %d H%d V%d L%d 0 L%d %d V%d H0 Z\" "
                 "fill=\"#%02x%02x%02x\" stroke=\"#505050\" stroke-width=\"0.5\"/>\n",
                 x, y, turns[static_cast<int>(direction)], -half, head, -wing, length, head, wing, half,
                 fill.red, fill.green, fill.blue);
}

void Svg::text(const Text& how, const char* format, ...) noexcept {
    char line[256];
    va_list values;
    va_start(values, format);
    std::vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (*line == '\0' || width_of(static_cast<int>(std::strlen(line)), how.size) > how.room) return;
    std::fprintf(file_,
                 "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\" fill=\"#%02x%02x%02x\" "
                 "data-room=\"%d\">%s</text>\n",
                 how.x, how.y, how.size, anchors[static_cast<int>(how.anchor)], how.color.red,
                 how.color.green, how.color.blue, how.room, line);
}

Number in_thousandths(std::int64_t value) noexcept {
    constexpr std::int64_t ten = 10'000;
    constexpr std::int64_t hundred = 100'000;
    Number number{};
    if (value + 5 < ten) // 5 of the last digit round up
        std::snprintf(number.text, sizeof number.text, "%lld.%02lld", as_long((value + 5) / 1000),
                      as_long((value + 5) % 1000 / 10));
    else if (value + 50 < hundred)
        std::snprintf(number.text, sizeof number.text, "%lld.%lld", as_long((value + 50) / 1000),
                      as_long((value + 50) % 1000 / 100));
    else
        std::snprintf(number.text, sizeof number.text, "%lld", as_long((value + 500) / 1000));
    return number;
}

Number in_percent(std::int64_t value, bool close) noexcept {
    constexpr std::int64_t hundredth = 10;
    Number number = in_thousandths(value);
    if (value > 0 && value < hundredth)
        std::snprintf(number.text, sizeof number.text, "0.00%lld", as_long(value));
    std::strcat(number.text, close ? "%" : " %");
    return number;
}

Number in_seconds(std::int64_t microseconds) noexcept {
    constexpr std::int64_t second = 1'000'000;
    const bool long_time = microseconds >= second;
    Number number = in_thousandths(long_time ? microseconds / 1000 : microseconds);
    std::strcat(number.text, long_time ? " s" : " ms");
    return number;
}

Number in_bytes(std::int64_t bytes) noexcept {
    constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB"};
    constexpr std::int64_t step = 1000;
    std::int64_t unit = 1;
    int name = 0;
    for (; name < 4 && bytes >= unit * step; ++name) unit *= step;
    Number number{};
    if (name == 0)
        std::snprintf(number.text, sizeof number.text, "%lld", as_long(bytes));
    else
        number = in_thousandths(bytes / (unit / step));
    std::strcat(number.text, " ");
    std::strcat(number.text, units[name]);
    return number;
}

} // namespace sartor::machine::manycore::chart
