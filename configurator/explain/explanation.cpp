// Reads the sections that the link put into the executable.
#include "configurator/explain/explanation.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/error.hpp"

#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

constexpr std::size_t most_symbols = 6;

std::string_view section_text(const ElfFile& program, std::string_view name) {
    const Section* section = program.find(name);
    if (section == nullptr)
        fail("{}: no section {}: not a program made by sartor; build it with sartor cc or sartor c++",
             program.name(), name);
    return as_text(program.contents(*section));
}

std::string requesters(const Explanation& explanation, const std::string& feature) {
    const auto found = explanation.features.find(feature);
    if (found == explanation.features.end()) return feature;
    std::vector<std::string> symbols(found->second.begin(), found->second.end());
    const std::size_t more = symbols.size() > most_symbols ? symbols.size() - most_symbols : 0;
    symbols.resize(symbols.size() - more);
    return fmt::format("{}: {}{}", feature, fmt::join(symbols, ", "),
                       more == 0 ? "" : fmt::format(" and {} more", more));
}

} // namespace

Explanation read_explanation(const std::string& path) {
    const MappedFile file(path);
    const ElfFile program(file.bytes(), path);
    Explanation explanation;
    explanation.file_size = file.bytes().size();
    try {
        explanation.facts = nlohmann::json::parse(section_text(program, facts_section));
        explanation.features = explanation.facts.at("features");
        explanation.sizes = nlohmann::json::parse(section_text(program, sizes_section)).get<Sizes>();
    } catch (const nlohmann::json::exception& error) {
        fail("{}: the facts in this file are damaged: {}; build the program again", path, error.what());
    }
    explanation.graph = parse_graph(section_text(program, graph_section));
    return explanation;
}

std::string reasons(const Explanation& explanation, const GraphNode& node) {
    std::vector<std::string> texts;
    for (const std::string& feature : node.features) texts.push_back(requesters(explanation, feature));
    return fmt::format("{}", fmt::join(texts, "; "));
}

} // namespace sartor::configurator
