// Right values of arguments, by their kinds.
#pragma once

#include "mpi_api/table/reader/parameter.hpp"

#include <string>

namespace sartor::fortran_calls {

/// An expression of Fortran for an argument that MPI reads, with the names of surroundings.F90; of an array,
/// for its elements or all of it. Errors: throws std::runtime_error for a kind that it does not know.
std::string value_of(const table::Parameter& parameter);

} // namespace sartor::fortran_calls
