#include "configurator/pages/line_plot.hpp"

#include "configurator/support/csv.hpp"
#include "configurator/support/html.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

constexpr double width = 720, height = 300, left = 70, right = 210, top = 20, bottom = 40;
constexpr std::array<const char*, 6> colours = {"#0072b2", "#d55e00", "#009e73",
                                                "#a4477f", "#000000", "#8a6100"};
constexpr std::array<const char*, 3> dashes = {"none", "7 3", "2 3"};

struct Scale {
    double first, last, from, to;
    bool logarithmic;

    double operator()(double value) const {
        if (last == first) return (from + to) / 2;
        if (logarithmic) return from + (std::log(value / first) / std::log(last / first)) * (to - from);
        return from + (value - first) / (last - first) * (to - from);
    }
    double at(double part) const {
        return logarithmic ? first * std::pow(last / first, part) : first + part * (last - first);
    }
};

struct Range {
    double least = INFINITY, most = -INFINITY;
    void add(double value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
};

std::string csv_of(const LinePlot& plot) {
    std::string csv = csv_line({"curve", plot.across, plot.title});
    for (const LinePlot::Curve& curve : plot.curves)
        for (const auto& [x, y] : curve.points)
            csv += csv_line({curve.name, fmt::format("{:.8g}", x), fmt::format("{:.6g}", y)});
    return csv;
}

std::string axes(const LinePlot& plot, const Scale& across, const Scale& up) {
    std::string text;
    for (int line = 0; line <= 4; ++line) {
        const double value = up.at(line / 4.0);
        text += fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#ddd\"/>"
                            "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.4g}</text>\n",
                            left, width - right, up(value), left - 8, up(value) + 4, value);
    }
    std::vector<double> marks = plot.marks;
    for (int mark = 0; plot.marks.empty() && mark <= 4; ++mark) marks.push_back(across.at(mark / 4.0));
    for (const double x : marks)
        if (across.first <= x && x <= across.last)
            text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:.6g}</text>\n",
                                across(x), height - bottom + 18, x);
    return text + fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                              (left + width - right) / 2, height - 4, escaped(plot.across));
}

std::string curve_of(const LinePlot::Curve& curve, std::size_t index, const Scale& across, const Scale& up,
                     bool dots) {
    const char* const colour = colours[index % colours.size()];
    std::string line, marks;
    for (const auto& [x, y] : curve.points) {
        line += fmt::format("{:.1f},{:.1f} ", across(x), up(y));
        if (dots)
            marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"><title>{}: {:.6g}"
                                 "</title></circle>\n",
                                 across(x), up(y), colour, escaped(curve.name), y);
    }
    const double place = top + 16 * static_cast<double>(index) + 8;
    return marks +
           fmt::format("<polyline points=\"{0}\" fill=\"none\" stroke=\"{1}\" stroke-width=\"2\" "
                       "stroke-dasharray=\"{2}\"/>\n<line x1=\"{3}\" x2=\"{4}\" y1=\"{5}\" y2=\"{5}\" "
                       "stroke=\"{1}\" stroke-width=\"2\" stroke-dasharray=\"{2}\"/>"
                       "<text x=\"{6}\" y=\"{7}\">{8}</text>\n",
                       line, colour, dashes[index / 2 % dashes.size()], width - right + 10,
                       width - right + 34, place, width - right + 40, place + 4, escaped(curve.name));
}

} // namespace

std::string data_below(const std::string& csv) {
    return "<details><summary>data (CSV)</summary><pre>" + escaped(csv) + "</pre></details>\n";
}

std::string picture_of(const LinePlot& plot) {
    Range x, y;
    for (const LinePlot::Curve& curve : plot.curves)
        for (const auto& [across, up] : curve.points) {
            x.add(across);
            y.add(up);
        }
    if (!(x.least <= x.most) || !(y.most > 0)) return "";
    const Scale across{x.least, x.most, left, width - right, plot.logarithmic_across && x.least > 0};
    const bool logarithmic_up = plot.logarithmic_up && y.least > 0;
    const Scale up{logarithmic_up ? y.least : 0, y.most, height - bottom, top, logarithmic_up};
    std::string text = fmt::format("<h3>{0}</h3>\n<svg viewBox=\"0 0 {1} {2}\" width=\"{1}\" role=\"img\" "
                                   "aria-label=\"{0} by {3}\">\n",
                                   escaped(plot.title), width, height, escaped(plot.across));
    text += axes(plot, across, up);
    for (std::size_t index = 0; index < plot.curves.size(); ++index)
        text += curve_of(plot.curves[index], index, across, up, plot.dots);
    return text + "</svg>\n" + data_below(csv_of(plot));
}

} // namespace sartor::configurator
