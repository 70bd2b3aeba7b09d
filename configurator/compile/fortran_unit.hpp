// What a Fortran source names of MPI.
#pragma once

#include "configurator/compile/unit.hpp"
#include "mpi_api/table/reader/table.hpp"

#include <optional>
#include <set>
#include <string>

namespace sartor::configurator {

struct FortranNames {
    std::set<std::string> constants;
    bool mpif_h = false; ///< it is included
};

/// Of the source, after preprocessing where the compiler does so, and of the files that it includes. Nothing
/// when its text cannot be read: then it counts as naming all.
std::optional<FortranNames> names_of_fortran(const Compiler& compiler, const CompilerArguments& arguments,
                                             const CompilerInput& input, const table::Table& table);

} // namespace sartor::configurator
