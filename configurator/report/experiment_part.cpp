#include "configurator/pages/line_plot.hpp"
#include "configurator/report/parts.hpp"
#include "configurator/support/csv.hpp"
#include "configurator/support/html.hpp"

#include <charconv>
#include <cmath>

namespace sartor::configurator {

namespace {

using nlohmann::json;

std::string number_text(const json& value, int digits) {
    return value.is_number() ? fmt::format("{:.{}f}", value.get<double>(), digits) : "";
}

/// The error as a bar from the middle, with marks at its limits.
std::string bar_of(double error, const json& limit) {
    if (!limit.is_number()) return "";
    constexpr double half = 50;
    const double most = limit.get<double>() * 1.5;
    const double length = std::min(half, half * std::abs(error) / most);
    const double mark = half / 1.5;
    return fmt::format("<svg width=\"102\" height=\"14\" viewBox=\"0 0 102 14\" role=\"img\" "
                       "aria-label=\"{:.1f} % of at most "
                       "{:g} %\"><rect x=\"{:.1f}\" y=\"3\" width=\"{:.1f}\" height=\"8\" "
                       "fill=\"#12355b\"/><path d=\"M51 0v14M{:.1f} "
                       "2v10M{:.1f} 2v10\" stroke=\"#111\" stroke-dasharray=\"2 1\"/></svg>",
                       error, limit.get<double>(), error < 0 ? 51 - length : 51.0, length, 51 - mark,
                       51 + mark);
}

std::string verdict_of(const json& row) {
    const std::string verdict = row.value("verdict", "");
    return verdict == "within"    ? "&#10003; within"
           : verdict == "too far" ? "<b>&#10006; too far</b>"
                                  : escaped(verdict);
}

std::string comparison_row(const json& row) {
    const int digits = row.value("digits", 2);
    const bool has_error = row.at("error_percent").is_number();
    const double error = has_error ? row.at("error_percent").get<double>() : 0;
    std::string constants;
    for (const json& one : row.at("constants"))
        constants += (constants.empty() ? "" : ", ") + one.get<std::string>();
    return fmt::format(
        "<tr><td class=\"t\">{}<td>{}<td>{}<td class=\"t\">{}<td>{}<td>{}<td class=\"t\" title=\"{}\">{}"
        "<td class=\"t\">{}</tr>\n",
        escaped(row.at("what").get<std::string>()), number_text(row.at("published"), digits),
        number_text(row.at("value"), digits), escaped(row.value("unit", "")),
        has_error ? fmt::format("{:.1f} %", error) : "",
        has_error ? bar_of(error, row.at("limit_percent")) : "", escaped(constants),
        escaped(row.value("how", "")), verdict_of(row));
}
std::string statement_row(const json& row) {
    return fmt::format("<tr><td class=\"t\">{}<td class=\"t\" colspan=\"6\">{}<td class=\"t\">{}</tr>\n",
                       escaped(row.at("what").get<std::string>()), escaped(row.value("shows", "")),
                       verdict_of(row));
}

std::string csv_of(const json& table) {
    std::string csv = csv_line({"what", "unit", "published", "value", "error_percent", "how", "verdict"});
    const auto text = [](const json& value) { return value.is_number() ? value.dump() : std::string(); };
    for (const json& row : table.at("rows"))
        csv +=
            row.contains("holds")
                ? csv_line({row.at("what"), "", "", row.at("holds") ? "1" : "0", "", "statement",
                            row.at("verdict")})
                : csv_line({row.at("what"), row.at("unit"), text(row.at("published")), text(row.at("value")),
                            text(row.at("error_percent")), row.at("how"), row.at("verdict")});
    return csv;
}

std::string table_part(const json& table) {
    std::string text = "<h3>" + escaped(table.at("title").get<std::string>()) +
                       "</h3>\n<div class=\"w\"><table><tr><th class=\"t\">what<th>published<th>here<th "
                       "class=\"t\">unit<th>error"
                       "<th>of its limit<th class=\"t\">how<th class=\"t\">verdict</tr>\n";
    for (const json& row : table.at("rows"))
        text += row.contains("holds") ? statement_row(row) : comparison_row(row);
    text += "</table></div>\n";
    if (const std::string note = table.value("note", ""); !note.empty())
        text += "<p>" + escaped(note) + "</p>\n";
    return text + data_below(csv_of(table));
}

std::string figure_part(const json& figure) {
    LinePlot plot{figure.at("title").get<std::string>() + ", " + figure.at("y").get<std::string>(),
                  figure.at("x").get<std::string>(),
                  {},
                  {},
                  true,
                  figure.value("logarithmic", false),
                  true};
    for (const json& curve : figure.at("curves")) {
        plot.curves.push_back({curve.at("name"), {}});
        for (const json& point : curve.at("points")) {
            const std::string key = point.at(0).get<std::string>();
            double x = 0;
            if (std::from_chars(key.data(), key.data() + key.size(), x).ec == std::errc())
                plot.curves.back().points.emplace_back(x, point.at(1).get<double>());
        }
    }
    return picture_of(plot);
}

} // namespace

std::string experiment_part(const json& result) {
    std::string text = fmt::format(
        "<h2>{}, {}</h2>\n<p>{}. Machine {}, Sartor {}, {}{}</p>\n",
        escaped(result.at("paper").get<std::string>()), escaped(result.at("where").get<std::string>()),
        escaped(result.at("about").get<std::string>()), escaped(result.at("machine").get<std::string>()),
        escaped(result.at("version").get<std::string>()),
        result.value("repeatable", false) ? "the same in every run"
                                          : "measured: other runs give other numbers",
        result.value("quick", false) ? ", quick" : "");
    if (!result.at("set").empty())
        text += "<p><b>With other constants:</b> " + escaped(result.at("set").dump()) + "</p>\n";
    for (const json& table : result.at("tables")) text += table_part(table);
    for (const json& figure : result.at("figures")) text += figure_part(figure);
    std::string runs;
    for (const json& run : result.at("runs")) runs += run.at("command").get<std::string>() + "\n";
    return text + "<details><summary>runs</summary><pre>" + escaped(runs) + "</pre></details>\n";
}

} // namespace sartor::configurator
