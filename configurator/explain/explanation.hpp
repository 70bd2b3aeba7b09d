// What an executable carries about its MPI library: the graph of components, why each was selected, sizes.
#pragma once

#include "configurator/explain/graph.hpp"
#include "configurator/link/sizes.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace sartor::configurator {

struct Explanation {
    std::vector<GraphNode> graph;
    std::map<std::string, std::set<std::string>> features; ///< each with the symbols that required it
    nlohmann::json facts;
    Sizes sizes;
    std::size_t file_size = 0;

    [[nodiscard]] std::string machine() const { return facts.value("machine", "host"); }
};

/// Errors: throws Error when the file is not a program made by sartor.
Explanation read_explanation(const std::string& path);

/// Features and the first of the symbols that made a choice: "wildcards: MPI_ANY_SOURCE; tags: MPI_Send".
std::string reasons(const Explanation& explanation, const GraphNode& node);

} // namespace sartor::configurator
