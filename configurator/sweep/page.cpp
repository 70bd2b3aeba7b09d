// The first variation goes across; each combination of the others is a curve.
#include "configurator/sweep/results.hpp"

#include "configurator/pages/line_plot.hpp"
#include "configurator/support/html.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace sartor::configurator {

namespace {

double number_of(const std::string& value) {
    const auto slash = value.find('/');
    return slash == std::string::npos
               ? std::stod(value)
               : std::stod(value.substr(0, slash)) / std::stod(value.substr(slash + 1));
}

/// The first variation goes to the right; each combination of the others is a curve.
template <class Value>
std::vector<LinePlot::Curve> curves_of(const SweepResults& results, Value value) {
    std::vector<LinePlot::Curve> curves;
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

template <class Value>
std::string plot(const SweepResults& results, const std::string& title, Value value) {
    const Variation& across = results.variations.front();
    LinePlot plot{title, across.constant, curves_of(results, value), {}, false, false, true};
    for (const std::string& one : across.values) plot.marks.push_back(number_of(one));
    const auto [least, most] = std::ranges::minmax(plot.marks);
    plot.logarithmic_across = least > 0 && most / least >= 4;
    return picture_of(plot);
}

} // namespace

std::string as_page(const SweepResults& results) {
    std::string page = page_head("Sweep of " + results.machine);
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
