// The components of a program's MPI, each below the one that uses it.
#include "configurator/explain/explanation.hpp"
#include "configurator/pages/quantity.hpp"
#include "configurator/report/parts.hpp"

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
    page.begin("Components of " + path,
               {{"machine", explanation.machine()},
                {"size", quantity(static_cast<double>(explanation.sizes.mpi), "B")}});
    page.add({{"kind", "tree"},
              {"note", "The components of the program's MPI. Each component is below the component that uses "
                       "it. Below its name are the features for which it was selected, and the parts of the "
                       "program that require these features."},
              {"items", items}});
}

} // namespace sartor::configurator
