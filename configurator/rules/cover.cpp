// A cover is facts, so that the table's rules serve it as they serve a program.
#include "configurator/rules/cover.hpp"

#include "configurator/rules/features.hpp"
#include "configurator/scan/scan.hpp"
#include "mpi_api/table/reader/chapters.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/ranges.h>
#include <sstream>

namespace sartor::configurator {

namespace {

constexpr const char* cover_option = "--cover";

// Nobody pays for these, or runs otherwise, because another program has them.
constexpr std::array of_program = {feature::threads, feature::tools, feature::fortran};

Facts everything(const table::Table& table) {
    Facts facts = facts_of_all_functions(table, cover_option);
    for (const table::Constant& constant : table.constants())
        facts.constants[constant.name].insert(cover_option);
    return facts;
}

Facts of_file(const std::string& path, const table::Table& table) {
    Facts scanned = scan_file(path);
    Facts facts;
    facts.functions = std::move(scanned.functions);
    facts.constants =
        scanned.names_every_constant() ? everything(table).constants : std::move(scanned.constants);
    return facts;
}

std::vector<std::string> files_of(const std::string& wanted) {
    std::istringstream stream(wanted);
    std::vector<std::string> files;
    for (std::string file; std::getline(stream, file, ',');)
        if (!file.empty()) files.push_back(std::filesystem::absolute(file).string());
    return files;
}

// Which features are left out of covers for a program.
class Limits {
  public:
    Limits(const Needs& program, const table::Table& table) : program_(program), table_(table) {}

    bool admit(const table::Constant& constant) const {
        return std::ranges::all_of(constant.features,
                                   [&](const std::string& feature) { return admits(feature); });
    }
    bool admit(const table::Function& function) const {
        return std::ranges::all_of(function.features, [&](const std::string& needed) {
            const table::Constant* constant = table_.find_constant(needed);
            return constant != nullptr ? admit(*constant) : admits(needed);
        });
    }

  private:
    bool admits(const std::string& name) const {
        if (program_.features.contains(name)) return true;
        // Without threads there is nobody else who calls.
        if (name == feature::thread_callers) return !program_.features.contains(feature::threads);
        return std::ranges::find(of_program, name) == of_program.end();
    }

    const Needs& program_;
    const table::Table& table_;
};

Facts admitted(const Facts& cover, const Limits& limits, const table::Table& table) {
    Facts facts;
    for (const auto& [name, units] : cover.functions)
        if (const table::Function* row = table.find_function(name); row != nullptr && limits.admit(*row))
            facts.functions[name] = units;
    for (const auto& [name, units] : cover.constants)
        if (const table::Constant* row = table.find_constant(name); row != nullptr && limits.admit(*row))
            facts.constants[name] = units;
    return facts;
}

void add(Needs& needs, Needs further) {
    for (const NeededFunction& function : further.functions)
        if (std::ranges::find(needs.functions, function.name(), &NeededFunction::name) ==
            needs.functions.end())
            needs.functions.push_back(function);
    std::ranges::sort(needs.functions, {}, &NeededFunction::name);
    needs.features.merge(further.features);
    needs.datatypes.merge(further.datatypes);
    needs.operations.merge(further.operations);
}

} // namespace

std::string independent_of_folder(const std::string& wanted) {
    if (wanted == cover_everything || wanted == cover_nothing) return wanted;
    return fmt::format("{}", fmt::join(files_of(wanted), ","));
}

Facts facts_of_all_functions(const table::Table& table, const std::string& requester) {
    Facts facts;
    for (const table::Function& function : table.functions()) {
        if (!table::is_of_standard(function.chapter)) continue;
        facts.functions[function.name].insert(requester);
        if (function.has_large_twin()) facts.functions[function.name + "_c"].insert(requester);
    }
    return facts;
}

Facts facts_of_cover(const std::string& wanted, const table::Table& table) {
    if (wanted == cover_everything) return everything(table);
    Facts facts;
    if (wanted == cover_nothing) return facts;
    for (const std::string& path : files_of(wanted)) merge(facts, of_file(path, table));
    return facts;
}

Needs covered(const Needs& program, const Facts& cover, const table::Table& table) {
    const auto is_replaced = [](const NeededFunction& function) { return function.profiled; };
    if (cover.functions.empty() && cover.constants.empty()) return program;
    if (std::ranges::any_of(program.functions, is_replaced)) return program;
    Needs library = program;
    add(library, needs_of(admitted(cover, Limits(program, table), table), table));
    add_what_checks_need(library);
    return library;
}

} // namespace sartor::configurator
