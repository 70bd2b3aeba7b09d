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

std::string unit_of(const Variation& variation) {
    return variation.what == Varied::algorithm ? "text" : unit_of(variation.constant);
}
json cell_of(const Variation& variation, const std::string& value) {
    return variation.what == Varied::algorithm ? json(value) : json(number_of(value));
}
std::string text_of(const Variation& variation, const std::string& value) {
    return variation.what == Varied::algorithm ? value
                                               : quantity(number_of(value), unit_of(variation.constant));
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
            name += fmt::format("{}{} = {}", index > 1 ? ", " : "", results.variations[index].constant,
                                text_of(results.variations[index], result.point[index]));
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

struct Measure {
    const char* name;
    const char* unit;
    double (*value)(const SweepResult& result);
};
std::vector<Measure> measures_of(const SweepResults& results) {
    const Measure time{"time", "s", [](const SweepResult& one) { return one.seconds; }};
    if (results.runs > 0)
        return {time,
                {"fastest", "s", [](const SweepResult& one) { return one.fastest; }},
                {"slowest", "s", [](const SweepResult& one) { return one.slowest; }}};
    const Measure memory{"memory", "B",
                         [](const SweepResult& one) { return static_cast<double>(one.memory); }};
    if (!knows_energy(results)) return {time, memory};
    return {time,
            {"energy", "J", [](const SweepResult& one) { return one.joules; }},
            {"power", "W", [](const SweepResult& one) { return one.watts; }},
            memory};
}

json numbers_part(const SweepResults& results) {
    std::vector<Column> columns;
    for (const Variation& variation : results.variations)
        columns.push_back({variation.constant, unit_of(variation)});
    if (!varies(results, Varied::ranks)) columns.push_back({"ranks", ""});
    for (const Measure& measure : measures_of(results)) columns.push_back({measure.name, measure.unit});
    columns.push_back({"", "text"});
    json rows = json::array();
    for (const SweepResult& result : results.results) {
        json row = json::array();
        for (std::size_t index = 0; index < result.point.size(); ++index)
            row.push_back(cell_of(results.variations[index], result.point[index]));
        if (!varies(results, Varied::ranks)) row.push_back(result.ranks);
        for (const Measure& measure : measures_of(results))
            row.push_back(result.succeeded() ? json(measure.value(result)) : json());
        row.push_back(result.failure);
        rows.push_back(row);
    }
    return table_part("Numbers", columns, rows);
}

std::string numbered(Page& page, const SweepResults& results) {
    if (results.runs > 0)
        page.add(paragraph(
            "Times of this computer vary: medians, with the fastest and the slowest run below.", "note"));
    page.add(numbers_part(results));
    return page.html();
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
    if (results.runs > 0) return numbered(page, results);
    if (knows_energy(results))
        add_plot(
            results, "Energy", "J", [](const SweepResult& one) { return one.joules; }, page);
    add_plot(
        results, "Memory of the fullest cluster", "B",
        [](const SweepResult& one) { return static_cast<double>(one.memory); }, page);
    return numbered(page, results);
}

} // namespace sartor::configurator
