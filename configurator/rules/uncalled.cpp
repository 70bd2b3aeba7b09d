#include "configurator/rules/uncalled.hpp"

#include "configurator/rules/features.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>
#include <set>
#include <sstream>

namespace sartor::configurator {

namespace {

std::vector<std::string> single(const std::vector<std::string>& lists) {
    std::vector<std::string> wishes;
    for (const std::string& list : lists) {
        std::istringstream parts(list);
        for (std::string wish; std::getline(parts, wish, ',');) wishes.push_back(wish);
    }
    return wishes;
}

// The families of the called functions, and those that they may be made of.
std::set<std::string> used_families(const Needs& needs, const Catalog& catalog) {
    std::set<std::string> used;
    for (const NeededFunction& function : needs.functions)
        if (const Family* family = catalog.serving(function.name())) {
            used.insert(family->name);
            used.insert(family->made_of.begin(), family->made_of.end());
        }
    return used;
}

// Of files, windows and communicators.
bool others_use_collectives(const Needs& needs, const Catalog& catalog) {
    const auto requesters = needs.features.find(feature::collective);
    return requesters != needs.features.end() &&
           std::ranges::any_of(requesters->second, [&](const std::string& function) {
               return catalog.serving(function) == nullptr;
           });
}

std::string functions_of(const Selection& selection, const Catalog& catalog) {
    std::vector<std::string> names;
    for (const auto& [family, choices] : selection)
        for (const std::string& function : catalog.find(family)->functions)
            names.push_back("MPI_" + function);
    return fmt::format("{}", fmt::join(names, " or "));
}

} // namespace

std::optional<std::string> uncalled(const std::string& wish, const Needs& needs, const std::string& program,
                                    const Catalog& catalog) {
    const std::set<std::string> used = used_families(needs, catalog);
    const Selection chosen = selection_of({{wish}, false, ""}, catalog);
    if (std::ranges::any_of(chosen, [&](const auto& one) { return used.contains(one.first); }))
        return std::nullopt;
    return fmt::format("{} calls no {}{}", program, functions_of(chosen, catalog),
                       others_use_collectives(needs, catalog) ? "" : ", so the option changes nothing");
}

void report_uncalled(const SelectionWishes& wishes, const Needs& needs, const std::string& path) {
    const std::string program = std::filesystem::path(path).filename().string();
    for (const std::string& wish : single(wishes.topologies))
        if (const auto why = uncalled(wish, needs, program)) report("--topology {}: {}", wish, *why);
}

} // namespace sartor::configurator
