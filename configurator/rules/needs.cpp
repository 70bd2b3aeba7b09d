// The rules are the table's rows; here they are only looked up and added.
#include "configurator/rules/needs.hpp"

#include "configurator/rules/features.hpp"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

std::string without_profiling_prefix(const std::string& name) {
    return name.starts_with('P') ? name.substr(1) : name;
}

void require(std::map<std::string, std::set<std::string>>& wishes, const std::string& what,
             const std::string& who) {
    wishes[what].insert(who);
}

void need_constant(Needs& needs, const table::Constant& constant, const std::string& who) {
    for (const std::string& feature : constant.features) require(needs.features, feature, who);
    if (constant.predefined_datatype()) require(needs.datatypes, constant.value, constant.name);
    if (constant.predefined_operation()) require(needs.operations, constant.value, constant.name);
}

void need_function(Needs& needs, const std::string& called, const table::Table& table, const Facts& facts) {
    const table::Function* row = table.find_function(called);
    if (row == nullptr) return;
    const std::string name = without_profiling_prefix(called);
    const auto known = [&](const NeededFunction& function) { return function.name() == name; };
    if (std::ranges::none_of(needs.functions, known))
        needs.functions.push_back({row, name != row->name, facts.defined.contains(name)});
    for (const std::string& needed : row->features)
        if (const table::Constant* constant = table.find_constant(needed))
            need_constant(needs, *constant, name);
        else
            require(needs.features, needed, name);
}

// MPI calls functions of the program.
bool calls_back(const Needs& needs) {
    return std::ranges::any_of(std::array{feature::attributes, feature::error_handlers,
                                          feature::user_operations, feature::generalized_requests},
                               [&](const char* name) { return needs.features.contains(name); });
}

} // namespace

std::string NeededFunction::name() const {
    return large ? row->name + "_c" : row->name;
}

std::string every_constant_of(const std::string& unit) {
    return fmt::format("every constant (no note: {})", unit);
}

Needs needs_of(const Facts& facts, const table::Table& table) {
    Needs needs;
    for (const auto& [called, units] : facts.functions) need_function(needs, called, table, facts);
    std::ranges::sort(needs.functions, {}, &NeededFunction::name);
    for (const auto& [name, units] : facts.constants)
        if (const table::Constant* constant = table.find_constant(name))
            need_constant(needs, *constant, name);
    for (const auto& [starter, units] : facts.threads) require(needs.features, feature::threads, starter);
    if (facts.calls_from_fortran)
        require(needs.features, feature::fortran, "the layer between Fortran and C");
    if (facts.throws && calls_back(needs)) require(needs.features, feature::exceptions, "__cxa_throw");
    if (facts.names_every_constant())
        for (const table::Constant& constant : table.constants())
            need_constant(needs, constant, every_constant_of(*facts.without_note.begin()));
    return needs;
}

void add_what_checks_need(Needs& needs) {
    const bool sends_wait =
        needs.features.contains(feature::checked) && needs.features.contains(feature::tags);
    if (sends_wait) needs.features[feature::synchronous].insert("--checked"); // for their receives
}

} // namespace sartor::configurator
