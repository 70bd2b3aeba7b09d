// The component graph that a cut library carries about itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// Section of a program made by sartor with its graph.
inline constexpr std::string_view graph_section = ".sartor.graph";

struct GraphNode {
    int depth = 0;
    std::string layer;
    std::string role;
    std::string component;
    std::vector<std::string> features; // those that made this choice
};

/// One line for each node, in tree order: "depth|layer|role|component|feature feature ...".
/// Errors: throws Error with the line that breaks this form.
std::vector<GraphNode> parse_graph(std::string_view text);

} // namespace sartor::configurator
