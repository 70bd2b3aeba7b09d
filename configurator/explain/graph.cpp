// Splits the graph's lines.
#include "configurator/explain/graph.hpp"

#include "configurator/support/error.hpp"

#include <charconv>
#include <sstream>

namespace sartor::configurator {

namespace {

constexpr std::size_t fields_of_node = 5;

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> fields;
    std::size_t start = 0;
    while (fields.size() + 1 < fields_of_node) {
        const std::size_t bar = line.find('|', start);
        if (bar == std::string::npos) break;
        fields.push_back(line.substr(start, bar - start));
        start = bar + 1;
    }
    fields.push_back(line.substr(start));
    return fields;
}

GraphNode parse_node(const std::string& line) {
    const std::vector<std::string> fields = split(line);
    GraphNode node;
    const std::string& depth = fields.front();
    const auto [end, error] = std::from_chars(depth.data(), depth.data() + depth.size(), node.depth);
    if (fields.size() != fields_of_node || error != std::errc() || end != depth.data() + depth.size() ||
        node.depth < 0)
        fail("section {}: not a node of a graph: {}", graph_section, line);
    node.layer = fields[1];
    node.role = fields[2];
    node.component = fields[3];
    std::istringstream features(fields[4]);
    for (std::string feature; features >> feature;) node.features.push_back(feature);
    return node;
}

} // namespace

std::vector<GraphNode> parse_graph(std::string_view text) {
    std::vector<GraphNode> nodes;
    std::istringstream lines{std::string(text.substr(0, text.find('\0')))};
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) nodes.push_back(parse_node(line));
    return nodes;
}

} // namespace sartor::configurator
