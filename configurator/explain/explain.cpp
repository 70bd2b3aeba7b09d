// Prints what an executable carries about its library.
#include "configurator/explain/explain.hpp"

#include "configurator/choices/messages.hpp"
#include "configurator/explain/explanation.hpp"
#include "configurator/explain/picture.hpp"
#include "configurator/explain/summary.hpp"

#include <array>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

constexpr std::array layer_order = {"api", "datatype", "collective", "communicator", "envelope", "channel"};

void print_graph(const Explanation& explanation) {
    for (const GraphNode& node : explanation.graph) {
        const std::string what =
            fmt::format("{:{}}{} {}: {}", "", 2 * node.depth, node.layer, node.role, node.component);
        const std::string why = reasons(explanation, node);
        if (why.empty())
            fmt::print("{}\n", what);
        else
            fmt::print("{:<56} <- {}\n", what, why);
    }
}

void print_sizes(const Explanation& explanation) {
    const Sizes& sizes = explanation.sizes;
    fmt::print("\nsizes in bytes: text, read-only and initialized data\n");
    for (const char* layer : layer_order) {
        const auto found = sizes.layers.find(layer);
        fmt::print("  {:<24}{:>10}\n", layer, found == sizes.layers.end() ? 0 : found->second);
    }
    fmt::print("  {:<24}{:>10}\n", "all MPI layers", sizes.mpi);
    fmt::print("  {:<24}{:>10}\n", "process runtime", sizes.process);
    fmt::print("  {:<24}{:>10}\n", "the program's image", sizes.image);
    fmt::print("  {:<24}{:>10}\n", "the whole file", explanation.file_size);
}

// Those that each rank has copies of.
std::vector<std::string> own_libraries(const Explanation& explanation) {
    return explanation.facts.value("own_libraries", std::vector<std::string>());
}

void print_libraries(const Explanation& explanation) {
    const std::vector<std::string> own = own_libraries(explanation);
    if (!own.empty()) fmt::print("\neach rank has copies of {}\n", fmt::join(own, ", "));
}

// The limit between mailboxes and portals of an emulated machine, where a tuning file sets it.
void print_messages(const Explanation& explanation) {
    const Selection selection =
        selection_from(explanation.facts.value("selection", nlohmann::json::object()));
    const auto messages = selection.find(message_family);
    if (messages == selection.end()) return;
    const Limited& first = messages->second.front();
    fmt::print("messages between clusters: by {}{}, as tuned\n\n", first.algorithm,
               first.bytes.empty() ? "" : fmt::format(" up to {} bytes, then by portal", first.bytes));
}

nlohmann::json as_json(const Explanation& explanation) {
    nlohmann::json graph = nlohmann::json::array();
    for (const GraphNode& node : explanation.graph) {
        nlohmann::json because = nlohmann::json::object();
        for (const std::string& feature : node.features) {
            const auto found = explanation.features.find(feature);
            because[feature] = found == explanation.features.end() ? std::set<std::string>() : found->second;
        }
        graph.push_back({{"depth", node.depth},
                         {"layer", node.layer},
                         {"role", node.role},
                         {"component", node.component},
                         {"because", because}});
    }
    nlohmann::json sizes = explanation.sizes;
    sizes["file"] = explanation.file_size;
    return {{"machine", explanation.machine()},
            {"selection", explanation.facts.value("selection", nlohmann::json::object())},
            {"graph", graph},
            {"features", explanation.features},
            {"own_libraries", own_libraries(explanation)},
            {"sizes", sizes}};
}

void draw(const Explanation& explanation, const std::string& file, const std::string& svg) {
    std::vector<std::string> texts;
    for (const GraphNode& node : explanation.graph) texts.push_back(reasons(explanation, node));
    const std::string title = fmt::format("{}: an MPI cut for machine {}, {} bytes", file,
                                          explanation.machine(), explanation.sizes.mpi);
    draw_graph(dot_text(title, explanation.graph, texts), svg);
}

} // namespace

void explain(const std::string& file, bool json, const std::string& svg) {
    const Explanation explanation = read_explanation(file);
    if (!svg.empty()) return draw(explanation, file, svg);
    if (json) {
        fmt::print("{}\n", as_json(explanation).dump(2));
        return;
    }
    print_summary(file, explanation);
    print_messages(explanation);
    print_graph(explanation);
    print_sizes(explanation);
    print_libraries(explanation);
}

} // namespace sartor::configurator
