// The first variation goes across; each combination of the others is a curve.
#include "configurator/sweep/results.hpp"

#include "configurator/pages/page.hpp"
#include "configurator/pages/quantity.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace sartor::configurator {

namespace {

using nlohmann::json;

double number_of(const std::string& value) {
    const auto slash = value.find('/');
    return slash == std::string::npos
               ? std::stod(value)
               : std::stod(value.substr(0, slash)) / std::stod(value.substr(slash + 1));
}

std::string unit_of(const std::string& constant) {
    return constant.ends_with("_bytes") ? "B" : "";
}

/// The first variation goes to the right; each combination of the others is a curve.
template <class Value>
json curves_of(const SweepResults& results, Value value) {
    std::map<std::string, json> curves;
    std::vector<std::string> names;
    for (const SweepResult& result : results.results) {
        if (!result.succeeded()) continue;
        std::string name;
        for (std::size_t index = 1; index < result.point.size(); ++index)
            name += fmt::format(
                "{}{} = {}", index > 1 ? ", " : "", results.variations[index].constant,
                quantity(number_of(result.point[index]), unit_of(results.variations[index].constant)));
        if (!curves.contains(name)) names.push_back(name);
        curves[name].push_back({number_of(result.point.front()), value(result)});
    }
    json list = json::array();
    for (const std::string& name : names) list.push_back({{"name", name}, {"points", curves[name]}});
    return list;
}

template <class Value>
void add_plot(const SweepResults& results, const std::string& title, const std::string& unit, Value value,
              Page& page) {
    json curves = curves_of(results, value);
    if (curves.empty()) return;
    const Variation& across = results.variations.front();
    std::vector<double> ticks;
    for (const std::string& one : across.values) ticks.push_back(number_of(one));
    const auto [least, most] = std::ranges::minmax(ticks);
    const bool is_log = least > 0 && most / least >= 4;
    page.add(
        {{"kind", "plot"},
         {"title", title},
         {"x",
          {{"name", across.constant}, {"unit", unit_of(across.constant)}, {"log", is_log}, {"ticks", ticks}}},
         {"y", {{"name", title}, {"unit", unit}}},
         {"curves", curves}});
}

json numbers_part(const SweepResults& results) {
    std::vector<Column> columns;
    for (const Variation& variation : results.variations)
        columns.push_back({variation.constant, unit_of(variation.constant)});
    for (const Column& column :
         {Column{"ranks", ""}, {"time", "s"}, {"energy", "J"}, {"power", "W"}, {"memory", "B"}, {"", "text"}})
        columns.push_back(column);
    json rows = json::array();
    for (const SweepResult& result : results.results) {
        json row = json::array();
        for (const std::string& value : result.point) row.push_back(number_of(value));
        row.push_back(result.ranks);
        for (const double number :
             {result.seconds, result.joules, result.watts, static_cast<double>(result.memory)})
            row.push_back(result.succeeded() ? json(number) : json());
        row.push_back(result.failure);
        rows.push_back(row);
    }
    return table_part("Numbers", columns, rows);
}

} // namespace

std::string as_page(const SweepResults& results) {
    Page page;
    page.title = "Variations of " + results.machine;
    page.properties = {{"command", results.command},
                       {"date", date_now()},
                       {"made", std::string("by sartor sweep ") + SARTOR_VERSION}};
    add_plot(
        results, "Time", "s", [](const SweepResult& one) { return one.seconds; }, page);
    add_plot(
        results, "Energy", "J", [](const SweepResult& one) { return one.joules; }, page);
    add_plot(
        results, "Memory of the fullest cluster", "B",
        [](const SweepResult& one) { return static_cast<double>(one.memory); }, page);
    page.add(numbers_part(results));
    return page.html();
}

} // namespace sartor::configurator
