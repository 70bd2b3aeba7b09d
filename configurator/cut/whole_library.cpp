#include "configurator/cut/whole_library.hpp"

#include "configurator/rules/features.hpp"

namespace sartor::configurator {

Needs needs_of_everything(const table::Table& table) {
    const std::string asker = "libmpi_abi.so";
    Facts facts;
    for (const table::Function& function : table.functions()) {
        facts.functions[function.name].insert(asker);
        if (function.has_large_twin()) facts.functions[function.name + "_c"].insert(asker);
    }
    facts.without_note.insert(asker);
    facts.threads["pthread_create"].insert(asker);
    facts.calls_from_fortran = true;
    Needs needs = needs_of(facts, table, Missing::end_the_run);
    needs.features[feature::foreign].insert(asker);
    return needs;
}

} // namespace sartor::configurator
