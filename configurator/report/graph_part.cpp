// The components of a program's MPI, each below the one that uses it.
#include "configurator/explain/explanation.hpp"
#include "configurator/pages/quantity.hpp"
#include "configurator/report/parts.hpp"

#include <fmt/format.h>

namespace sartor::configurator {

void add_graph(const std::string& path, const std::string& file, Page& page) {
    const Explanation explanation = read_explanation(file);
    nlohmann::json items = nlohmann::json::array();
    for (const GraphNode& node : explanation.graph)
        items.push_back({{"depth", node.depth},
                         {"layer", node.layer},
                         {"what", node.layer == node.role ? node.layer : node.layer + " " + node.role},
                         {"name", node.component},
                         {"why", reasons(explanation, node)}});
    page.add(heading("Components of " + path));
    page.add({{"kind", "tree"},
              {"note", fmt::format("What the program's MPI is made of on machine {}: {}. Each component stands below "
                                   "the one that uses it; below its name are the features that it was selected for, "
                                   "with what of the program requires them.",
                                   explanation.machine(), quantity(static_cast<double>(explanation.sizes.mpi), "B"))},
              {"items", items}});
}

} // namespace sartor::configurator
