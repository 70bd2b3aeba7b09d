#include "configurator/report/parts.hpp"

#include <charconv>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

using nlohmann::json;

json fixed(const json& value, int digits) {
    return value.is_number() ? json(fmt::format("{:.{}f}", value.get<double>(), digits)) : json();
}

json comparison_row(const json& row) {
    const int digits = row.value("digits", 2);
    const json& error = row.at("error_percent");
    const bool has_error = error.is_number();
    const bool has_limit = has_error && row.at("limit_percent").is_number();
    std::string constants;
    for (const json& one : row.at("constants"))
        constants += (constants.empty() ? "" : ", ") + one.get<std::string>();
    const std::string how = row.value("how", "") + (constants.empty() ? "" : ": " + constants);
    json limits;
    if (has_limit) limits = json::array({error, row.at("limit_percent")});
    return json::array({row.at("what"), fixed(row.at("published"), digits), fixed(row.at("value"), digits),
                        row.value("unit", ""), error, limits, how, row.value("verdict", "")});
}

json statement_row(const json& row) {
    return json::array({row.at("what"), nullptr, nullptr, nullptr, nullptr, nullptr, row.value("shows", ""),
                        row.value("verdict", "")});
}

json comparison_part(const json& table) {
    json rows = json::array();
    for (const json& row : table.at("rows"))
        rows.push_back(row.contains("holds") ? statement_row(row) : comparison_row(row));
    return table_part(table.at("title"),
                      {{"what", "text"},
                       {"published", ""},
                       {"here", ""},
                       {"unit", "text"},
                       {"error", "%"},
                       {"of its limit", ""},
                       {"how", "text"},
                       {"verdict", "verdict"}},
                      rows, table.value("note", ""));
}

json figure_part(const json& figure) {
    json curves = json::array();
    for (const json& curve : figure.at("curves")) {
        json points = json::array();
        for (const json& point : curve.at("points")) {
            const std::string key = point.at(0).get<std::string>();
            double x = 0;
            if (std::from_chars(key.data(), key.data() + key.size(), x).ec == std::errc())
                points.push_back({x, point.at(1)});
        }
        if (!points.empty()) curves.push_back({{"name", curve.at("name")}, {"points", points}});
    }
    if (curves.empty()) return nullptr;
    const std::string across = figure.at("x").get<std::string>();
    return {
        {"kind", "plot"},
        {"title", figure.at("title").get<std::string>() + ", " + figure.at("y").get<std::string>()},
        {"x",
         {{"name", across}, {"unit", across.find("bytes") != std::string::npos ? "B" : ""}, {"log", true}}},
        {"y", {{"name", figure.at("y")}, {"unit", ""}, {"log", figure.value("logarithmic", false)}}},
        {"curves", curves}};
}

} // namespace

void add_experiment(const json& result, const std::string& path, Page& page) {
    page.begin(
        fmt::format("{}, {}", result.at("paper").get<std::string>(), result.at("where").get<std::string>()),
        {{"about", result.at("about")},
         {"machine", result.at("machine")},
         {"numbers",
          std::string(result.value("repeatable", false) ? "the same in every run"
                                                        : "measured: other runs give other numbers") +
              (result.value("quick", false) ? ", quick" : "")},
         {"run by", "Sartor " + result.at("version").get<std::string>()},
         {"date", date_of(path)}});
    if (!result.at("set").empty())
        page.add(paragraph("With other constants: " + result.at("set").dump(), "warning"));
    for (const json& table : result.at("tables")) page.add(comparison_part(table));
    for (const json& figure : result.at("figures"))
        if (json part = figure_part(figure); !part.is_null()) page.add(std::move(part));
    std::string runs;
    for (const json& run : result.at("runs")) runs += run.at("command").get<std::string>() + "\n";
    page.add({{"kind", "details"}, {"title", "runs"}, {"text", runs}});
}

} // namespace sartor::configurator
