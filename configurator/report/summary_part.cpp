#include "configurator/pages/line_plot.hpp"
#include "configurator/report/parts.hpp"
#include "configurator/support/csv.hpp"
#include "configurator/support/html.hpp"

#include <algorithm>

namespace sartor::configurator {

namespace {

using nlohmann::json;

std::string energy_part(const json& energy) {
    const double total = std::max(energy.at("total").get<double>(), 1.0);
    std::string text = fmt::format(
        "<h3>Energy</h3>\n<p>{:.4g} J, {:.3f} W on average.</p>\n<table><tr><th class=\"t\">for<th>J<th>%"
        "<th class=\"t\"></tr>\n",
        total * 1e-12, energy.at("watts").get<double>());
    std::string csv = csv_line({"for", "joules"});
    for (const auto& [name, value] : energy.items()) {
        if (!value.is_number() || name == "total" || name == "watts") continue;
        const double part = 100 * value.get<double>() / total;
        csv += csv_line({name, fmt::format("{:.6g}", value.get<double>() * 1e-12)});
        text += fmt::format(
            "<tr><td class=\"t\">{}<td>{:.4g}<td>{:.1f}<td class=\"t\"><svg width=\"200\" height=\"12\" "
            "role=\"img\" "
            "aria-label=\"{:.1f} %\"><rect width=\"{:.1f}\" height=\"12\" fill=\"#12355b\"/></svg></tr>\n",
            escaped(name), value.get<double>() * 1e-12, part, part, 2 * part);
    }
    return text + "</table>\n" + data_below(csv);
}

std::string ranks_part(const json& ranks) {
    constexpr double height = 140;
    const double width = std::max(2.0, 900.0 / static_cast<double>(std::max<std::size_t>(ranks.size(), 1)));
    std::string csv = csv_line({"rank", "node", "computing", "communicating", "waiting"});
    std::string bars;
    double most = 1;
    for (const json& rank : ranks) most = std::max(most, rank.at("end").get<double>());
    for (std::size_t index = 0; index < ranks.size(); ++index) {
        const json& rank = ranks[index];
        double base = height;
        bars += fmt::format("<g><title>rank {}: computing {}, communicating {}, waiting {} cycles</title>",
                            rank.at("rank").dump(), rank.at("computing").dump(),
                            rank.at("communicating").dump(), rank.at("waiting").dump());
        for (const auto& [part, colour] :
             {std::pair{"computing", "#d8d8d8"}, {"communicating", "#8fb3d9"}, {"waiting", "#12355b"}}) {
            const double tall = height * rank.at(part).get<double>() / most;
            base -= tall;
            bars += fmt::format(
                "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>",
                static_cast<double>(index) * width, base, width * 0.95, tall, colour);
        }
        bars += "</g>\n";
        csv += csv_line({rank.at("rank").dump(), rank.at("node").dump(), rank.at("computing").dump(),
                         rank.at("communicating").dump(), rank.at("waiting").dump()});
    }
    return fmt::format("<h3>Ranks</h3>\n<p><span class=\"k\" style=\"background:#d8d8d8\"></span>computing "
                       "<span class=\"k\" "
                       "style=\"background:#8fb3d9\"></span>communicating <span class=\"k\" "
                       "style=\"background:#12355b\"></span>waiting</p>\n"
                       "<svg viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" role=\"img\" "
                       "aria-label=\"time of each rank\">\n{2}</svg>\n{3}",
                       width * static_cast<double>(ranks.size()), height, bars, data_below(csv));
}

} // namespace

std::string summary_part(const json& summary, const std::string& path) {
    std::string text =
        fmt::format("<h2>Run {}</h2>\n<p>{} ranks on {}, {:.5g} ms of virtual time.</p>\n", escaped(path),
                    summary.at("ranks").size(), escaped(summary.at("machine").get<std::string>()),
                    summary.at("seconds").get<double>() * 1000);
    return text + ranks_part(summary.at("ranks")) + energy_part(summary.at("energy"));
}

} // namespace sartor::configurator
