// The component graph as a picture, drawn by Graphviz.
#pragma once

#include "configurator/explain/graph.hpp"

namespace sartor::configurator {

/// The graph in Graphviz's language; reasons: for each node a text, or an empty one.
std::string dot_text(const std::string& title, const std::vector<GraphNode>& graph,
                     const std::vector<std::string>& reasons);

/// Writes SVG.
/// Errors: throws Error when there is no dot, or when it fails.
void draw_graph(const std::string& text, const std::string& path);

} // namespace sartor::configurator
