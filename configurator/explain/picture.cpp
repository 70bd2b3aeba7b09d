// One box for each component, coloured lightly by its layer, which it also names.
#include "configurator/explain/picture.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/search.hpp"
#include "configurator/support/temporary_folder.hpp"
#include "configurator/support/xml.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace sartor::configurator {

namespace {

constexpr std::size_t widest_line = 44; // characters of a box

std::string colour_of(const std::string& layer) {
    static const std::map<std::string, std::string> colours = {
        {"api", "#ffffff"},          {"collective", "#e3edf7"}, {"datatype", "#f3ecd2"},
        {"communicator", "#dfe8e0"}, {"envelope", "#f0e6ef"},   {"channel", "#e6e6e6"},
        {"machine", "#d5dbe6"},      {"aspect", "#fdf3da"}};
    const auto found = colours.find(layer);
    return found == colours.end() ? "#ffffff" : found->second;
}

// Lines are broken at spaces.
std::string lines_of(const std::string& text) {
    std::string lines;
    std::size_t used = 0;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find(' ', start), text.size());
        if (used > 0 && used + end - start > widest_line) {
            lines += "<br/>";
            used = 0;
        } else if (used > 0) {
            lines += ' ';
        }
        lines += xml_text(text.substr(start, end - start));
        used += end - start + 1;
        start = end + 1;
    }
    return lines;
}

std::string box(std::size_t number, const GraphNode& node, const std::string& reason) {
    const std::string what = node.layer == node.role ? node.layer : node.layer + " " + node.role;
    std::string label = fmt::format("<font point-size=\"9\">{}</font><br/><b>{}</b>", xml_text(what),
                                    lines_of(node.component));
    if (!reason.empty()) label += fmt::format("<br/><font point-size=\"9\">{}</font>", lines_of(reason));
    return fmt::format("  n{} [fillcolor=\"{}\", label=<{}>];\n", number, colour_of(node.layer), label);
}

} // namespace

std::string dot_text(const std::string& title, const std::vector<GraphNode>& graph,
                     const std::vector<std::string>& reasons) {
    std::string text = fmt::format("digraph components {{\n"
                                   "  label=<{}>; labelloc=t; labeljust=l; fontsize=14; rankdir=LR;\n"
                                   "  graph [fontname=\"sans-serif\", bgcolor=\"white\", nodesep=0.12];\n"
                                   "  node [shape=box, style=filled, fontname=\"sans-serif\", fontsize=11];\n"
                                   "  edge [color=\"#404040\", arrowsize=0.6];\n",
                                   xml_text(title));
    std::map<int, std::size_t> last; // by depth
    for (std::size_t number = 0; number < graph.size(); ++number) {
        const GraphNode& node = graph[number];
        text += box(number, node, reasons[number]);
        if (node.depth > 0) text += fmt::format("  n{} -> n{};\n", last.at(node.depth - 1), number);
        last[node.depth] = number;
    }
    return text + "}\n";
}

void draw_graph(const std::string& text, const std::string& path) {
    if (!find_program("dot")) fail("--svg: the program dot is not in PATH; install the package graphviz");
    TemporaryFolder folder;
    const std::string source = (folder / "graph.dot").string();
    write_file(source, text);
    const Result drawn = run({"dot", "-Tsvg", "-o", path, source}, {Output::capture, Output::capture, true});
    if (!drawn.succeeded()) fail("--svg {}: dot fails: {}", path, drawn.standard_error);
}

} // namespace sartor::configurator
