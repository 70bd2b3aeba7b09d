// Rows for the compiler, and pages for people.
#include "configurator/functions/emit.hpp"

#include <algorithm>
#include <fmt/ranges.h>
#include <map>

namespace sartor::configurator {

namespace {

// What is shared and brings nothing else along needs no look at the link.
bool is_asked_for(const FunctionRow& row) {
    const bool does_nothing = row.verdict == "shared" || row.verdict == "pure";
    return !row.is_pattern() && (!does_nothing || row.part != "-" || !row.words.empty());
}

// The names of rows that are chosen, each once.
template <class Chosen>
std::set<std::string> shown_names(const FunctionTable& table, Chosen chosen) {
    std::set<std::string> names;
    for (const FunctionRow& row : table.functions())
        if (chosen(row)) names.insert(row.shown);
    return names;
}

// Lines of the width of the other pages.
std::string wrapped(const std::string& text) {
    constexpr std::size_t width = 120;
    std::string lines;
    std::size_t begin = 0;
    while (text.size() - begin > width) {
        const std::size_t end = text.rfind(' ', begin + width);
        lines += text.substr(begin, end - begin) + '\n';
        begin = end + 1;
    }
    return lines + text.substr(begin) + '\n';
}

} // namespace

std::string emit_rows(const FunctionTable& table) {
    std::string text = "// Made out of runtime/image/functions/.\n";
    for (const FunctionRow& row : table.functions())
        if (is_asked_for(row))
            text += fmt::format("SARTOR_FUNCTION(\"{}\", \"{}\", {}, \" {} \", \"{}\", \" {} \")\n", row.name,
                                row.shown, row.verdict, row.part, row.effect, fmt::join(row.words, " "));
    return text;
}

std::string emit_states(const FunctionTable& table) {
    std::string text = "| state | belongs to | how |\n|---|---|---|\n";
    for (const StateRow& row : table.states())
        if (!row.owner.empty()) text += fmt::format("| {} | {} | {} |\n", row.state, row.owner, row.how);
    return text;
}

std::string emit_containers(const FunctionTable& table) {
    const auto threads = shown_names(table, [](const FunctionRow& row) { return row.verdict == "thread"; });
    const auto processes = shown_names(table, [](const FunctionRow& row) {
        return row.verdict == "process" && row.words.contains("certain");
    });
    return wrapped(fmt::format("Ranks are OS threads for: {}.", fmt::join(threads, ", "))) + '\n' +
           wrapped(fmt::format("Ranks are processes for: {}.", fmt::join(processes, ", ")));
}

std::string emit_page(const FunctionTable& table) {
    std::map<std::string, std::map<std::string, std::vector<std::string>>> all;
    for (const FunctionRow& row : table.functions())
        all[row.verdict][row.effect.empty() ? "by " + row.part : row.effect].push_back(row.shown);
    std::string text = "# Functions of the C and C++ libraries\n\nGenerated from runtime/image/functions.\n";
    for (auto& [verdict, effects] : all) {
        text += fmt::format("\n## {}\n\n", verdict);
        for (const auto& [effect, names] : effects)
            text += fmt::format("- {}: `{}`\n", effect, fmt::join(names, "`, `"));
    }
    return text;
}

} // namespace sartor::configurator
