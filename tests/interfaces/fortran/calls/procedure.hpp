// The Fortran procedure that calls one function of MPI.
#pragma once

#include "mpi_api/table/emit/fortran/bindings.hpp"
#include "tests/interfaces/fortran/calls/row.hpp"

#include <string>

namespace sartor::fortran_calls {

enum class Form { mpif_h, mpi, mpi_f08 };

/// mpif.h has MPI-1's removed functions, which no module has, but none with the modules' types.
bool exists(const table::Function& function, Form form);

/// "calls_MPI_Send", "calls_MPI_Send_c"
std::string name_of_procedure(const table::Function& function, bool large);

/// Errors: throws std::runtime_error for an argument that has no value.
std::string procedure_for(const table::Function& function, const Row& row, Form form, bool large);

} // namespace sartor::fortran_calls
