#include "configurator/sweep/results.hpp"

#include "configurator/support/csv.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

using Row = std::vector<std::string>;

Row titles_of(const SweepResults& results) {
    Row titles;
    for (const Variation& variation : results.variations) titles.push_back(variation.constant);
    for (const char* title : {"ranks", "time ms", "energy J", "power W", "memory KiB"})
        titles.emplace_back(title);
    return titles;
}
Row numbers_of(const SweepResult& result) {
    Row row = result.point;
    row.push_back(fmt::format("{}", result.ranks));
    if (!result.succeeded()) return row;
    row.push_back(fmt::format("{:.3f}", result.seconds * 1e3));
    row.push_back(fmt::format("{:.4g}", result.joules));
    row.push_back(fmt::format("{:.3f}", result.watts));
    row.push_back(fmt::format("{:.1f}", static_cast<double>(result.memory) / 1024));
    return row;
}

} // namespace

std::string as_table(const SweepResults& results) {
    std::vector<Row> rows = {titles_of(results)};
    for (const SweepResult& result : results.results) rows.push_back(numbers_of(result));
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
    return text;
}

std::string as_csv(const SweepResults& results) {
    std::string text;
    for (const Variation& variation : results.variations) text += variation.constant + ",";
    text += "ranks,seconds,joules,watts,memory_bytes,failure\n";
    for (const SweepResult& result : results.results) {
        for (const std::string& value : result.point) text += value + ",";
        text += result.succeeded() ? fmt::format("{},{},{},{},{},\n", result.ranks, result.seconds,
                                                 result.joules, result.watts, result.memory)
                                   : fmt::format("{},,,,,{}\n", result.ranks, csv_field(result.failure));
    }
    return text;
}

std::string as_json(const SweepResults& results) {
    nlohmann::ordered_json file = {{"version", SARTOR_VERSION},
                                   {"machine", results.machine},
                                   {"command", results.command},
                                   {"results", nlohmann::ordered_json::array()}};
    for (const SweepResult& result : results.results) {
        nlohmann::ordered_json one;
        for (std::size_t index = 0; index < result.point.size(); ++index)
            one[results.variations[index].constant] = result.point[index];
        one["ranks"] = result.ranks;
        if (result.succeeded()) {
            one["seconds"] = result.seconds;
            one["joules"] = result.joules;
            one["watts"] = result.watts;
            one["memory_bytes"] = result.memory;
        } else {
            one["failure"] = result.failure;
        }
        file["results"].push_back(one);
    }
    return file.dump(2) + "\n";
}

} // namespace sartor::configurator
