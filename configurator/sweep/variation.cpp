#include "configurator/sweep/variation.hpp"

#include "configurator/support/error.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

constexpr std::size_t most_values = 64;

std::string constant_named(const std::string& name, const Manycore& machine) {
    for (const std::string& candidate : {name, name + "_bytes"})
        if (machine.constants.contains(candidate)) return candidate;
    std::vector<std::string> names;
    for (const auto& [known, constant] : machine.constants) names.push_back(known);
    refuse("--vary {}: {} has no such constant; it has {}", name, machine.name, fmt::join(names, ", "));
}

[[noreturn]] void refuse_value(const std::string& text, const std::string& option) {
    refuse("--vary {}: {}: expected a number, or bytes such as 0.5MB", option, text);
}

/// 524288 of "0.5MB".
std::int64_t parse_number(const std::string& text, const std::string& option) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [unit, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || number < 0) refuse_value(text, option);
    const std::string_view rest(unit, end);
    double factor = 1;
    if (rest == "K" || rest == "KB")
        factor = 1 << 10;
    else if (rest == "M" || rest == "MB")
        factor = 1 << 20;
    else if (!rest.empty())
        refuse_value(text, option);
    const double value = number * factor;
    if (value != std::floor(value) || value > 1e15) refuse_value(text, option);
    return static_cast<std::int64_t>(value);
}

bool is_fraction(const std::string& text) {
    return text.find('/') != std::string::npos && text.find_first_not_of("0123456789/") == std::string::npos;
}

std::vector<std::string> parse_values(const std::string& text, const std::string& option) {
    std::vector<std::string> values;
    if (const auto dots = text.find(".."); dots != std::string::npos) {
        const std::int64_t last = parse_number(text.substr(dots + 2), option);
        std::int64_t value = parse_number(text.substr(0, dots), option);
        if (value < 1 || last < value)
            refuse("--vary {}: expected FIRST..LAST with 1 <= FIRST <= LAST; the values double from FIRST to "
                   "LAST",
                   option);
        for (; value <= last; value *= 2) values.push_back(fmt::format("{}", value));
        return values;
    }
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string one = text.substr(begin, end - begin);
        values.push_back(is_fraction(one) ? one : fmt::format("{}", parse_number(one, option)));
        begin = end + 1;
    }
    return values;
}

/// As equal as they can be, the largest first: 4 x 2 for 8.
std::vector<int> equal_dimensions(int clusters, std::size_t count) {
    std::vector<int> dimensions;
    for (; count > 1; --count) {
        int one = static_cast<int>(std::llround(std::pow(clusters, 1.0 / static_cast<double>(count))));
        while (one > 1 && clusters % one != 0) --one;
        dimensions.push_back(one);
        clusters /= one;
    }
    dimensions.push_back(clusters);
    std::ranges::sort(dimensions, std::greater());
    return dimensions;
}

/// In proportion, each at a cluster of its own.
std::vector<int> places_among(const std::vector<int>& places, int before, int clusters) {
    if (std::ssize(places) > clusters)
        refuse("--vary clusters: {} clusters have no room for {} I/O subsystems", clusters, places.size());
    std::vector<int> result;
    for (const int place : places) {
        int one = static_cast<int>(static_cast<std::int64_t>(place) * clusters / before);
        while (std::ranges::count(result, one) > 0) one = (one + 1) % clusters;
        result.push_back(one);
    }
    return result;
}

} // namespace

Variation parse_variation(const std::string& text, const Manycore& machine) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        refuse("--vary {}: expected NAME=FIRST..LAST or NAME=VALUE,VALUE...", text);
    Variation variation{constant_named(text.substr(0, equals), machine),
                        parse_values(text.substr(equals + 1), text)};
    if (variation.values.size() > most_values)
        refuse("--vary {}: {} values: expected at most {}", text, variation.values.size(), most_values);
    return variation;
}

std::vector<Point> points_of(const std::vector<Variation>& variations) {
    std::vector<Point> points = {{}};
    for (const Variation& variation : variations) {
        std::vector<Point> longer;
        for (const Point& point : points)
            for (const std::string& value : variation.values) {
                longer.push_back(point);
                longer.back().push_back(value);
            }
        points = std::move(longer);
    }
    return points;
}

std::string machine_file_of(const Manycore& machine, const std::string& base,
                            const std::vector<Variation>& variations, const Point& point,
                            const Provenance& provenance) {
    nlohmann::ordered_json file = {{"name", provenance.name.empty() ? machine.name : provenance.name},
                                   {"about", "a variation"},
                                   {"extends", base},
                                   {"constants", {}}};
    for (std::size_t index = 0; index < point.size(); ++index) {
        if (variations[index].what != Varied::constant) continue;
        const std::string& name = variations[index].constant;
        nlohmann::ordered_json value = point[index];
        if (!is_fraction(point[index])) value = std::stoll(point[index]);
        file["constants"][name] = {{"value", value},
                                   {"unit", machine.constants.at(name).unit},
                                   {"kind", provenance.kind},
                                   {"source", provenance.source}};
        if (name != "clusters") continue;
        const int clusters = std::stoi(point[index]);
        file["dimensions"] = equal_dimensions(clusters, machine.dimensions.size());
        if (!machine.io_at.empty())
            file["io_at"] =
                places_among(machine.io_at, static_cast<int>(machine.whole("clusters")), clusters);
    }
    return file.dump(2) + "\n";
}

} // namespace sartor::configurator
