// A list inside a list for each component: its lines break where the page is narrow.
#include "configurator/explain/explanation.hpp"
#include "configurator/pages/line_plot.hpp"
#include "configurator/report/parts.hpp"
#include "configurator/support/csv.hpp"
#include "configurator/support/html.hpp"

#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

std::string box_of(const Explanation& explanation, const GraphNode& node) {
    const std::string what = node.layer == node.role ? node.layer : node.layer + " " + node.role;
    const std::string why = reasons(explanation, node);
    return fmt::format("<div class=\"c {}\"><small>{}</small> <b>{}</b>{}</div>", escaped(node.layer),
                       escaped(what), escaped(node.component),
                       why.empty() ? "" : "<br><small>" + escaped(why) + "</small>");
}

std::string lists_of(const Explanation& explanation) {
    std::string text;
    int depth = -1;
    for (const GraphNode& node : explanation.graph) {
        if (node.depth > depth)
            text += depth < 0 ? "<ul class=\"graph\">\n" : "<ul>\n";
        else
            text += "</li>\n";
        for (; depth > node.depth; --depth) text += "</ul></li>\n";
        depth = node.depth;
        text += "<li>" + box_of(explanation, node);
    }
    for (; depth >= 0; --depth) text += "</li></ul>\n";
    return text;
}

} // namespace

std::string graph_part(const std::string& path, const std::string& file) {
    const Explanation explanation = read_explanation(file);
    std::string csv = csv_line({"depth", "layer", "role", "component", "features"});
    for (const GraphNode& node : explanation.graph)
        csv += csv_line({std::to_string(node.depth), node.layer, node.role, node.component,
                         fmt::format("{}", fmt::join(node.features, " "))});
    return fmt::format(
        "<h2>Components of {}</h2>\n<p>What the program's MPI is made of on machine {}: {} bytes. Each "
        "component stands below the one that uses it; below its name are the features that it was "
        "selected for, with what of the program requires them.</p>\n{}{}",
        escaped(path), escaped(explanation.machine()), explanation.sizes.mpi, lists_of(explanation),
        data_below(csv));
}

} // namespace sartor::configurator
