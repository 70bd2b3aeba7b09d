#include "configurator/sweep/results.hpp"

#include "configurator/support/csv.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

using Row = std::vector<std::string>;

/// One column of numbers in each form.
struct Quantity {
    const char* title; ///< in the table
    double scale;
    const char* format;
    const char* key; ///< in files
    nlohmann::json (*value)(const SweepResult& result);
};

constexpr double milli = 1e3;
const std::vector<Quantity> in_virtual_time = {
    {"time ms", milli, "{:.3f}", "seconds",
     [](const SweepResult& one) -> nlohmann::json { return one.seconds; }},
    {"energy J", 1, "{:.4g}", "joules", [](const SweepResult& one) -> nlohmann::json { return one.joules; }},
    {"power W", 1, "{:.3f}", "watts", [](const SweepResult& one) -> nlohmann::json { return one.watts; }},
    {"memory KiB", 1. / 1024, "{:.1f}", "memory_bytes",
     [](const SweepResult& one) -> nlohmann::json { return one.memory; }}};
const std::vector<Quantity> without_energy = {in_virtual_time.front(), in_virtual_time.back()};
const std::vector<Quantity> by_the_clock = {
    {"time ms", milli, "{:.1f}", "seconds",
     [](const SweepResult& one) -> nlohmann::json { return one.seconds; }},
    {"fastest ms", milli, "{:.1f}", "fastest_seconds",
     [](const SweepResult& one) -> nlohmann::json { return one.fastest; }},
    {"slowest ms", milli, "{:.1f}", "slowest_seconds",
     [](const SweepResult& one) -> nlohmann::json { return one.slowest; }}};

const std::vector<Quantity>& quantities_of(const SweepResults& results) {
    if (results.runs > 0) return by_the_clock;
    return knows_energy(results) ? in_virtual_time : without_energy;
}

/// Of the columns before the numbers. The number of ranks is one of them, varied or not.
Row names_of(const SweepResults& results) {
    Row names;
    for (const Variation& variation : results.variations) names.push_back(variation.constant);
    if (!varies(results, Varied::ranks)) names.emplace_back("ranks");
    return names;
}
Row values_of(const SweepResults& results, const SweepResult& result) {
    Row values = result.point;
    if (!varies(results, Varied::ranks)) values.push_back(fmt::format("{}", result.ranks));
    return values;
}

Row titles_of(const SweepResults& results) {
    Row titles = names_of(results);
    for (const Quantity& quantity : quantities_of(results)) titles.emplace_back(quantity.title);
    return titles;
}
Row numbers_of(const SweepResults& results, const SweepResult& result) {
    Row row = values_of(results, result);
    if (!result.succeeded()) return row;
    for (const Quantity& quantity : quantities_of(results))
        row.push_back(fmt::format(fmt::runtime(quantity.format),
                                  quantity.value(result).get<double>() * quantity.scale));
    return row;
}

std::string csv_row(const SweepResults& results, const SweepResult& result) {
    std::string text;
    for (const std::string& value : values_of(results, result)) text += csv_field(value) + ",";
    for (const Quantity& quantity : quantities_of(results))
        text += result.succeeded() ? fmt::format("{},", quantity.value(result).get<double>()) : ",";
    return text + csv_field(result.failure) + "\n";
}

nlohmann::ordered_json json_row(const SweepResults& results, const SweepResult& result) {
    nlohmann::ordered_json row;
    for (std::size_t index = 0; index < result.point.size(); ++index)
        row[results.variations[index].constant] = result.point[index];
    row["ranks"] = result.ranks;
    if (!result.succeeded()) row["failure"] = result.failure;
    if (result.succeeded())
        for (const Quantity& quantity : quantities_of(results)) row[quantity.key] = quantity.value(result);
    return row;
}

std::string note_of(const SweepResults& results) {
    if (results.runs == 0) return "";
    return fmt::format(
        "\nTimes of this computer vary: the median of {} run{}, the fastest and the slowest.\n", results.runs,
        results.runs == 1 ? "" : "s");
}

} // namespace

bool knows_energy(const SweepResults& results) {
    return std::ranges::none_of(results.results,
                                [](const SweepResult& one) { return one.succeeded() && one.joules == 0; });
}

bool varies(const SweepResults& results, Varied what) {
    return std::ranges::find(results.variations, what, &Variation::what) != results.variations.end();
}

std::string as_table(const SweepResults& results) {
    std::vector<Row> rows = {titles_of(results)};
    for (const SweepResult& result : results.results) rows.push_back(numbers_of(results, result));
    std::vector<std::size_t> widths(rows.front().size());
    for (const Row& row : rows)
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], row[column].size());
    std::string text;
    for (std::size_t index = 0; index < rows.size(); ++index) {
        for (std::size_t column = 0; column < rows[index].size(); ++column)
            text += fmt::format("{}{:>{}}", column == 0 ? "" : "  ", rows[index][column], widths[column]);
        if (index > 0 && !results.results[index - 1].succeeded())
            text += "  " + results.results[index - 1].failure;
        text += "\n";
    }
    return text + note_of(results);
}

std::string as_csv(const SweepResults& results) {
    std::string text;
    for (const std::string& name : names_of(results)) text += name + ",";
    for (const Quantity& quantity : quantities_of(results)) text += fmt::format("{},", quantity.key);
    text += "failure\n";
    for (const SweepResult& result : results.results) text += csv_row(results, result);
    return text;
}

std::string as_json(const SweepResults& results) {
    nlohmann::ordered_json file = {
        {"version", SARTOR_VERSION}, {"machine", results.machine}, {"command", results.command}};
    if (results.runs > 0) file["runs"] = results.runs;
    file["results"] = nlohmann::ordered_json::array();
    for (const SweepResult& result : results.results) file["results"].push_back(json_row(results, result));
    return file.dump(2) + "\n";
}

} // namespace sartor::configurator
