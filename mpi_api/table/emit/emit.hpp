// The files that the build generates from the table: each function gives the contents of one file.
#pragma once

#include "mpi_api/table/reader/table.hpp"

#include <string>

namespace sartor::table {

/// mpi.h: the MPI 5.0 standard ABI for C and C++.
/// With SARTOR_SCANNING defined, each constant that is watched (constant.hpp) is defined as itself,
/// so that its name is in the preprocessed text and #ifdef still finds it.
std::string emit_header(const Table& table);

/// sartor/constants.h: the same for constants that are no part of the standard.
std::string emit_own_constants(const Table& table);

/// SARTOR_DATATYPE(MPI_INT, 521, int) for each predefined datatype that has a C type.
/// Of several names for one value (MPI_LONG_LONG_INT, MPI_LONG_LONG) the first one only.
std::string emit_datatypes(const Table& table);

/// SARTOR_DATATYPE_PAIR(MPI_2INT, 555, int, int) for the datatypes of MPI_MINLOC and MPI_MAXLOC.
std::string emit_datatype_pairs(const Table& table);

/// SARTOR_OPERATION(MPI_SUM, 33) for each predefined operation.
std::string emit_operations(const Table& table);

/// SARTOR_ERROR_CLASS(MPI_ERR_RANK, 6, "invalid rank") for each error class.
std::string emit_error_classes(const Table& table);

/// SARTOR_FEATURE(any_source) for each feature.
std::string emit_features(const Table& table);

/// A header for each function, which a cut includes if it has the function: struct MPI_Send : Row { ... }
/// (components/call/row.hpp says what it has), the same for MPI_Send_c, and the macros
/// SARTOR_PROTOTYPE_MPI_Send(NAME), int NAME(const void* buf, ...), and SARTOR_ARGUMENTS_MPI_Send, buf, ...
std::string emit_row(const Function& function);

/// A page of documentation: what each feature adds, and what requires it.
std::string emit_feature_page(const Table& table);

/// A page of documentation: what is implemented, by chapter.
std::string emit_coverage(const Table& table);

} // namespace sartor::table
