#include "configurator/calibrate/measurements.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

namespace sartor::configurator {

namespace {

using Columns = std::map<std::string, std::size_t>;

Columns columns_of(const std::vector<std::string>& titles, const std::string& place) {
    Columns columns;
    for (std::size_t index = 0; index < titles.size(); ++index) columns[titles[index]] = index;
    for (const char* needed : {"what", "value", "measured", "use"})
        if (!columns.contains(needed))
            fail("{}: there is no column {}; expected the columns what, value, measured and use", place,
                 needed);
    return columns;
}

Measurement measurement_of(const std::vector<std::string>& fields, const Columns& columns,
                           const std::string& place) {
    if (fields.size() != columns.size())
        fail("{}: {} fields; the first line has {}", place, fields.size(), columns.size());
    const std::string& measured = fields[columns.at("measured")];
    const std::string& use = fields[columns.at("use")];
    Measurement one{fields[columns.at("what")], fields[columns.at("value")], 0, use == "held-out", 0};
    const auto [end, error] =
        std::from_chars(measured.data(), measured.data() + measured.size(), one.measured);
    if (error != std::errc() || end != measured.data() + measured.size() || one.measured <= 0)
        fail("{}: measured: expected a number above 0, not \"{}\"", place, measured);
    if (!one.held_out && use != "fit") fail("{}: use: expected fit or held-out, not \"{}\"", place, use);
    return one;
}

} // namespace

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '"' && quoted && at + 1 < line.size() && line[at + 1] == '"')
            fields.back() += line[++at];
        else if (line[at] == '"')
            quoted = !quoted;
        else if (line[at] == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += line[at];
    }
    if (quoted) fail("the closing quote is missing");
    return fields;
}

std::vector<Measurement> read_measurements(const std::string& path) {
    std::vector<Measurement> measurements;
    Columns columns;
    std::istringstream lines(read_text(path));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty() || line.front() == '#') continue;
        const std::string place = fmt::format("{}:{}", path, number);
        if (columns.empty()) {
            columns = columns_of(fields_of(line), place);
            continue;
        }
        measurements.push_back(measurement_of(fields_of(line), columns, place));
        measurements.back().line = number;
    }
    if (std::ranges::all_of(measurements, &Measurement::held_out))
        fail("{}: there is no measurement to fit; expected a row with the use fit", path);
    return measurements;
}

} // namespace sartor::configurator
