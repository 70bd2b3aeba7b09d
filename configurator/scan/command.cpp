// Facts as text for people, as JSON for programs.
#include "configurator/scan/command.hpp"

#include "configurator/rules/needs.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/demangle.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace sartor::configurator {

namespace {

constexpr std::size_t most_relocations = 8;

std::vector<std::string> names(const Seen& seen) {
    std::vector<std::string> result;
    for (const auto& [name, units] : seen) result.push_back(name);
    return result;
}

std::vector<std::string> demangled_names(const Seen& seen) {
    std::vector<std::string> result = names(seen);
    for (std::string& name : result) name = demangled(name);
    return result;
}

void print_list(const char* title, const std::vector<std::string>& items) {
    if (!items.empty()) fmt::print("  {:<16}{}\n", title, fmt::join(items, " "));
}

void print_features(const Needs& needs) {
    std::vector<std::string> features;
    for (const auto& [feature, requesters] : needs.features) features.push_back(feature);
    print_list("features", features);
}

void print_globals(const Facts& facts) {
    if (facts.globals.empty()) return;
    fmt::print("  writable globals: each rank has its own\n");
    for (const Global& global : facts.globals)
        fmt::print("    {:>8} B  {:<10} {}{}\n", global.size, global.section, demangled(global.name),
                   global.thread_local_storage ? "  (thread-local)" : "");
}

void print_position(const Facts& facts) {
    if (facts.not_independent.empty()) {
        if (facts.kind == "object" || facts.kind == "archive") fmt::print("  position-independent: yes\n");
        return;
    }
    fmt::print("  position-independent: no; compile it with sartor cc or with -fPIC\n");
    for (std::size_t index = 0; index < std::min(most_relocations, facts.not_independent.size()); ++index)
        fmt::print("    {}\n", facts.not_independent[index]);
    if (facts.not_independent.size() > most_relocations)
        fmt::print("    and {} more\n", facts.not_independent.size() - most_relocations);
}

void print_notes(const Facts& facts) {
    for (const std::string& unit : facts.link_time_optimized)
        fmt::print("  link-time optimized: the functions of {} are known after the link\n", unit);
    for (const std::string& unit : facts.without_note)
        fmt::print("  no note: sartor assumes that {} names every MPI constant; compile it with sartor cc\n",
                   unit);
}

void print_library(const Facts& facts) {
    if (facts.kind != "shared library") return;
    if (facts.writable_bytes != 0)
        fmt::print("  each rank has its own copy of a shared library with variables\n");
    if (!facts.functions.empty())
        fmt::print("  these calls are counted for every program that needs the library\n");
    if (!facts.defined.empty()) fmt::print("  its definitions replace MPI's functions of the same names\n");
}

void print(const Facts& facts, const Needs& needs) {
    fmt::print("{}: {}\n", facts.name, facts.kind);
    print_list("calls", names(facts.functions));
    print_list("defines", names(facts.defined));
    print_list("constants", names(facts.constants));
    print_features(needs);
    print_list("starts threads", demangled_names(facts.threads));
    print_list("thread-locals", names(facts.thread_local_models));
    print_globals(facts);
    print_list("own libraries", facts.own_libraries);
    print_position(facts);
    print_notes(facts);
    print_library(facts);
}

std::optional<Facts> scan_or_report(const std::string& file) {
    try {
        return scan_file(file);
    } catch (const Error& error) {
        report("scan: {}", error.what());
        return std::nullopt;
    }
}

} // namespace

int scan_files(const std::vector<std::string>& files, bool json) {
    const table::Table table = table::Table::load(Installation::own().table());
    nlohmann::json list = nlohmann::json::array();
    bool broken = false;
    for (const std::string& file : files) {
        std::optional<Facts> facts = scan_or_report(file);
        broken = broken || !facts;
        if (!facts) continue;
        const bool carried = facts->kind == "program";
        if (carried) facts->name = file;
        const Needs needs = needs_of(*facts, table);
        if (json) {
            nlohmann::json entry = *facts;
            entry["features"] = needs.features;
            list.push_back(std::move(entry));
        } else
            print(*facts, needs);
    }
    if (json) fmt::print("{}\n", list.dump(2));
    return broken ? failure_exit_code : 0;
}

} // namespace sartor::configurator
