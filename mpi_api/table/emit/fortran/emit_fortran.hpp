// What Fortran programs need of MPI, out of the table: each function gives the contents of one file.
#pragma once

#include "mpi_api/table/reader/table.hpp"

#include <string>

namespace sartor::table::fortran {

/// mpif.h, for fixed and free form.
std::string emit_include_file(const Table& table);

/// The types of mpi_f08, their operators and what both modules have.
std::string emit_types_module(const Table& table);

/// The module mpi: integers for handles, buffers by their address.
std::string emit_mpi_module(const Table& table);

/// The module mpi_f08: handles as types, buffers with descriptors, large counts.
std::string emit_mpi_f08_module(const Table& table);

/// The entries of the layer between Fortran and C, once for MPI_ and once for PMPI_ by the macros ENTRY and
/// MPI.
std::string emit_layer(const Table& table);

/// A C source of all functions of MPI, which do nothing: programs are linked with it where no MPI is at hand.
std::string emit_link_library(const Table& table);

} // namespace sartor::table::fortran
