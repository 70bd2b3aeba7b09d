// What a program's facts require of the MPI library, by the rows of the table.
#pragma once

#include "configurator/choices/selection.hpp"
#include "configurator/scan/facts.hpp"
#include "mpi_api/table/reader/table.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sartor::configurator {

/// One function to cut: the row, and which of its two forms.
struct NeededFunction {
    const table::Function* row = nullptr;
    bool large = false;
    bool profiled = false; // a shared library defines the MPI_ name: only the PMPI_ name is cut

    /// "MPI_Send" or "MPI_Send_c"
    std::string name() const;
};

struct Needs {
    std::vector<NeededFunction> functions;                   // sorted by name
    std::map<std::string, std::set<std::string>> features;   // each with the symbols that required it
    std::map<std::string, std::set<std::string>> datatypes;  // ABI value -> names
    std::map<std::string, std::set<std::string>> operations; // ABI value -> names
    Selection selection;                                     // of algorithms for collectives
};

/// The text for a unit without a note, in the place of a symbol: it counts as naming every constant.
std::string every_constant_of(const std::string& unit);

Needs needs_of(const Facts& facts, const table::Table& table);
/// Of programs built with --checked: what their functions need besides.
void add_what_checks_need(Needs& needs);

} // namespace sartor::configurator
