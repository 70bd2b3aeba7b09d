// The project's own table, read once for all tests.
#pragma once

#include "mpi_api/table/reader/table.hpp"

namespace sartor::table {

inline const Table& real_table() {
    static const Table table = Table::load(SARTOR_TABLE_DIRECTORY);
    return table;
}

} // namespace sartor::table
