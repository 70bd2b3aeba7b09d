// Interfaces of procedures in the modules.
#pragma once

#include "mpi_api/table/emit/fortran/bindings.hpp"

#include <string>

namespace sartor::table::fortran {

/// The interface block of a function, with its large-count twin in mpi_f08; of MPI_X or of PMPI_X.
std::string interface_of(const Function& function, Form form, bool profiled);

/// The abstract interfaces of callbacks: MPI_User_function...
std::string callback_types(const Table& table);

/// MPI_COMM_DUP_FN and its like.
std::string predefined_callbacks(const Table& table, Form form);

/// MPI_Sizeof and MPI_F_sync_reg, which C does not have (MPI-5.0 section 19.1).
std::string functions_of_fortran(Form form);

} // namespace sartor::table::fortran
