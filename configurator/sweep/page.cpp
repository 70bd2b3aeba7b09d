// Lines differ by dashes and marks, not by colour alone.
#include "configurator/sweep/results.hpp"

#include "configurator/support/html.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace sartor::configurator {

namespace {

constexpr const char* style =
    "body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color:#111}"
    "table{border-collapse:collapse}td,th{padding:.25em .8em;text-align:right;border-bottom:1px solid #ccc}"
    "svg{max-width:100%;height:auto}text{font:12px system-ui,sans-serif}";

constexpr double width = 640, height = 300, left = 70, right = 150, top = 20, bottom = 40;
constexpr std::array<const char*, 6> colours = {"#0072b2", "#d55e00", "#009e73",
                                                "#cc79a7", "#000000", "#e69f00"};
constexpr std::array<const char*, 3> dashes = {"none", "7 3", "2 3"};

struct Curve {
    std::string name;
    std::vector<std::pair<double, double>> points;
};

double number_of(const std::string& value) {
    const auto slash = value.find('/');
    return slash == std::string::npos
               ? std::stod(value)
               : std::stod(value.substr(0, slash)) / std::stod(value.substr(slash + 1));
}

/// The first variation goes to the right; each combination of the others is a curve.
template <class Value>
std::vector<Curve> curves_of(const SweepResults& results, Value value) {
    std::vector<Curve> curves;
    std::map<std::string, std::size_t> known;
    for (const SweepResult& result : results.results) {
        if (!result.succeeded()) continue;
        std::string name;
        for (std::size_t index = 1; index < result.point.size(); ++index)
            name += fmt::format("{}{} = {}", index > 1 ? ", " : "", results.variations[index].constant,
                                result.point[index]);
        const auto [place, is_new] = known.emplace(name, curves.size());
        if (is_new) curves.push_back({name, {}});
        curves[place->second].points.emplace_back(number_of(result.point.front()), value(result));
    }
    return curves;
}

struct Scale {
    double first, last, from, to;
    bool logarithmic;

    double operator()(double value) const {
        if (logarithmic) return from + (std::log(value / first) / std::log(last / first)) * (to - from);
        return from + (value - first) / (last - first) * (to - from);
    }
};

template <class Value>
std::string plot(const SweepResults& results, const std::string& title, Value value) {
    const std::vector<Curve> curves = curves_of(results, value);
    double first = INFINITY, last = 0, most = 0;
    for (const Curve& curve : curves)
        for (const auto& [x, y] : curve.points) {
            first = std::min(first, x);
            last = std::max(last, x);
            most = std::max(most, y);
        }
    if (!(last > 0) || !(most > 0)) return "";
    const bool logarithmic = first > 0 && last / first >= 4;
    const Scale across{first, last > first ? last : first * 2 + 1, left, width - right, logarithmic};
    const Scale up{0, most, height - bottom, top, false};
    std::string text =
        fmt::format("<h2>{0}</h2>\n<svg viewBox=\"0 0 {1} {2}\" width=\"{1}\" role=\"img\" "
                    "aria-label=\"{0} by {3}\">\n",
                    escaped(title), width, height, escaped(results.variations.front().constant));
    for (int line = 0; line <= 4; ++line)
        text += fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#ddd\"/>"
                            "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.4g}</text>\n",
                            left, width - right, up(most * line / 4), left - 8, up(most * line / 4) + 4,
                            most * line / 4);
    for (const std::string& one : results.variations.front().values)
        if (const double x = number_of(one); x >= first && x <= last)
            text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", across(x),
                                height - bottom + 18, one);
    text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                        (left + width - right) / 2, height - 4, escaped(results.variations.front().constant));
    for (std::size_t index = 0; index < curves.size(); ++index) {
        const char* const colour = colours[index % colours.size()];
        std::string line;
        for (const auto& [x, y] : curves[index].points) {
            line += fmt::format("{:.1f},{:.1f} ", across(x), up(y));
            text += fmt::format(
                "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"><title>{}: {:.6g}</title>"
                "</circle>\n",
                across(x), up(y), colour, escaped(curves[index].name), y);
        }
        text += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
                            "stroke-dasharray=\"{}\"/>\n",
                            line, colour, dashes[index / 2 % dashes.size()]);
        const auto& [x, y] = curves[index].points.back();
        text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", across(x) + 8,
                            up(y) + 4, colour, escaped(curves[index].name));
    }
    return text + "</svg>\n";
}

} // namespace

std::string as_page(const SweepResults& results) {
    std::string page = page_head("Sweep of " + results.machine, style);
    page += fmt::format("<h1>Variations of {}</h1>\n<p><code>{}</code>, Sartor {}</p>\n",
                        escaped(results.machine), escaped(results.command), SARTOR_VERSION);
    page += plot(results, "Time, ms", [](const SweepResult& one) { return one.seconds * 1e3; });
    page += plot(results, "Energy, J", [](const SweepResult& one) { return one.joules; });
    page += plot(results, "Memory of the fullest cluster, KiB",
                 [](const SweepResult& one) { return static_cast<double>(one.memory) / 1024; });
    page += "<h2>Numbers</h2>\n<pre>" + escaped(as_table(results)) + "</pre>\n";
    return page + "</body></html>\n";
}

} // namespace sartor::configurator
