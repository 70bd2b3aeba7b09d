// A plot of curves as SVG. Curves differ by dashes and marks, not by colour alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sartor::configurator {

struct LinePlot {
    struct Curve {
        std::string name;
        std::vector<std::pair<double, double>> points;
    };
    std::string title; ///< with the unit of what is drawn upward
    std::string across;
    std::vector<Curve> curves;
    std::vector<double> marks; ///< written below the axis; empty: five at equal distances
    bool logarithmic_across = false;
    bool logarithmic_up = false;
    bool dots = true;
};

/// With its heading, and the numbers as CSV below it; empty where there is nothing to draw.
std::string picture_of(const LinePlot& plot);

/// Text that opens below a picture: its numbers.
std::string data_below(const std::string& csv);

} // namespace sartor::configurator
