// The features: the list that components/features.hpp includes, and the page of documentation.
#include "mpi_api/table/emit/emit.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sartor::table {

namespace {

template <class Row>
std::size_t count_wanting(const std::vector<Row>& rows, const std::string& feature) {
    return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const Row& row) {
        return std::ranges::find(row.features, feature) != row.features.end();
    }));
}

/// "26 functions, 1 constant, pvm_spawn"
std::string requesters(const Table& table, const Feature& feature) {
    const std::size_t functions = count_wanting(table.functions(), feature.name);
    const std::size_t constants = count_wanting(table.constants(), feature.name);
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (functions != 0) add(fmt::format("{} function{}", functions, functions == 1 ? "" : "s"));
    if (constants != 0) add(fmt::format("{} constant{}", constants, constants == 1 ? "" : "s"));
    if (!feature.requested_by.empty()) add(feature.requested_by);
    return text;
}

} // namespace

std::string emit_features(const Table& table) {
    std::string text = "// Generated from mpi_api/table/features.table: the features that programs need.\n";
    for (const Feature& feature : table.features()) text += fmt::format("SARTOR_FEATURE({})\n", feature.name);
    return text;
}

std::string emit_feature_page(const Table& table) {
    std::string text = "# Features\n\nGenerated from mpi_api/table. A program's library has only the "
                       "features that the program needs.\n";
    std::string layer;
    for (const Feature& feature : table.features()) {
        if (feature.layer != layer)
            text +=
                fmt::format("\n## {}\n\n| feature | adds | required by |\n|---|---|---|\n", feature.layer);
        layer = feature.layer;
        text += fmt::format("| `{}` | {} | {} |\n", feature.name, feature.adds, requesters(table, feature));
    }
    return text;
}

} // namespace sartor::table
