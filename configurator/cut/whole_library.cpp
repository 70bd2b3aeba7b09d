#include "configurator/cut/whole_library.hpp"

#include "configurator/rules/cover.hpp"
#include "configurator/rules/features.hpp"

namespace sartor::configurator {

Needs needs_of_everything(const table::Table& table, const std::string& asker) {
    Facts facts = facts_of_all_functions(table, asker);
    facts.without_note.insert(asker);
    facts.threads["pthread_create"].insert(asker);
    facts.calls_from_fortran = true;
    return needs_of(facts, table);
}

Needs needs_of_abi_library(const table::Table& table) {
    const std::string asker = "libmpi_abi.so";
    Needs needs = needs_of_everything(table, asker);
    needs.features[feature::foreign].insert(asker);
    needs.features[feature::spawned].insert(asker);
    // Its threads are not ours: one may call at a time.
    needs.features.erase(feature::thread_callers);
    return needs;
}

} // namespace sartor::configurator
