// Checks of rows against each other: names in one row that must exist in another.
#pragma once

#include "mpi_api/table/reader/table.hpp"

namespace sartor::table {

/// Errors: throws Error at the row that names a callback type, a feature or a blocking form that has no row,
/// and at a feature that nothing requires.
void check_rows(const Table& table);

} // namespace sartor::table
