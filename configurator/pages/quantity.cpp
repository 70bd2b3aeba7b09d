#include "configurator/pages/quantity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace sartor::configurator {

namespace {

struct Scale {
    const char* name;
    double from; // the least value
    double size; // 0: as `from`
};
constexpr double kibi = 1024;
constexpr Scale bytes[] = {{"TiB", kibi* kibi* kibi* kibi, 0},
                           {"GiB", kibi* kibi* kibi, 0},
                           {"MiB", kibi* kibi, 0},
                           {"KiB", kibi, 0},
                           {"B", 1, 0}};
constexpr Scale seconds[] = {{"s", 1, 0}, {"ms", 1e-3, 0}, {"us", 1e-6, 0}, {"ns", 1e-9, 0}};
constexpr Scale joules[] = {{"kJ", 1e3, 0},  {"J", 1, 0},     {"mJ", 1e-3, 0},
                            {"uJ", 1e-6, 0}, {"nJ", 1e-9, 0}, {"pJ", 1e-12, 0}};
constexpr Scale watts[] = {{"kW", 1e3, 0}, {"W", 1, 0}, {"mW", 1e-3, 0}, {"uW", 1e-6, 0}};
constexpr Scale cycles[] = {
    {"G cycles", 1e9, 0}, {"M cycles", 1e6, 0}, {"k cycles", 1e4, 1e3}, {"cycles", 1, 0}};

std::span<const Scale> scales_of(std::string_view unit) {
    if (unit == "B") return bytes;
    if (unit == "s") return seconds;
    if (unit == "J") return joules;
    if (unit == "W") return watts;
    if (unit == "cycles") return cycles;
    return {};
}

double rounded(double value) {
    return std::stod(fmt::format("{:.2e}", value));
}

std::string separated(std::string number) {
    const std::size_t point = std::min(number.find('.'), number.size());
    const std::size_t first = number.starts_with('-') ? 1 : 0;
    for (std::size_t at = point; at > first + 3;) number.insert(at -= 3, ",");
    return number;
}

std::string without_last_zeros(std::string number) {
    if (number.find('.') == std::string::npos) return number;
    number.erase(number.find_last_not_of('0') + 1);
    if (number.ends_with('.')) number.pop_back();
    return number;
}

// 12.3 of 12.345; a whole number of more digits keeps them where `whole`.
std::string three_digits(double value, bool whole) {
    if (value == std::floor(value) && (whole || std::abs(value) < 1000))
        return separated(fmt::format("{:.0f}", value));
    const double short_value = rounded(value);
    if (std::abs(short_value) < 1e-6) return fmt::format("{:.1e}", value);
    const int before = static_cast<int>(std::floor(std::log10(std::abs(short_value)) + 1e-12));
    return separated(without_last_zeros(fmt::format("{:.{}f}", short_value, std::max(0, 2 - before))));
}

} // namespace

std::string quantity(double value, std::string_view unit) {
    if (unit == "%") return value > 0 && value < 0.1 ? "<0.1 %" : three_digits(value, false) + " %";
    const std::span<const Scale> scales = scales_of(unit);
    if (scales.empty()) return three_digits(value, true) + (unit.empty() ? "" : fmt::format(" {}", unit));
    if (value == 0) return fmt::format("0 {}", unit);
    const double reached = std::max(std::abs(value), std::abs(rounded(value)));
    const auto found =
        std::ranges::find_if(scales, [&](const Scale& scale) { return reached >= scale.from; });
    const Scale& scale = found == scales.end() ? scales.back() : *found;
    const double size = scale.size > 0 ? scale.size : scale.from;
    return three_digits(value / size, size == 1 && (unit == "B" || unit == "cycles")) + " " + scale.name;
}

} // namespace sartor::configurator
