#include "configurator/cut/whole_library.hpp"

#include "configurator/rules/cover.hpp"
#include "configurator/rules/features.hpp"
#include "mpi_api/table/reader/chapters.hpp"

namespace sartor::configurator {

namespace {

Needs needs_of_functions(Facts facts, const table::Table& table, const std::string& requester) {
    facts.without_note.insert(requester);
    facts.threads["pthread_create"].insert(requester);
    facts.calls_from_fortran = true;
    return needs_of(facts, table);
}

// In a process whose threads are not ours: one may call at a time.
Needs needs_in_other_processes(const table::Table& table, const std::string& library) {
    Facts facts = facts_of_all_functions(table, library);
    for (const table::Function& function : table.functions())
        if (table::is_in_shared_libraries(function.chapter)) facts.functions[function.name].insert(library);
    Needs needs = needs_of_functions(std::move(facts), table, library);
    needs.features[feature::foreign].insert(library);
    needs.features.erase(feature::thread_callers);
    return needs;
}

} // namespace

Needs needs_of_everything(const table::Table& table, const std::string& requester) {
    return needs_of_functions(facts_of_all_functions(table, requester), table, requester);
}

Needs needs_of_covering_library(const table::Table& table) {
    Needs needs = covered({}, facts_of_cover(std::string(cover_everything), table), table);
    SelectionWishes usual;
    usual.machine = "host";
    needs.selection = selection_of(usual);
    return needs;
}

Needs needs_of_abi_library(const table::Table& table) {
    const std::string library = "libmpi_abi.so";
    Needs needs = needs_in_other_processes(table, library);
    needs.features[feature::spawned].insert(library);
    return needs;
}

Needs needs_of_team_library(const table::Table& table) {
    return needs_in_other_processes(table, "libsartor_team.so");
}

} // namespace sartor::configurator
