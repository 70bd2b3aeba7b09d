/// Clang's type tags in mpi.h: which C type a buffer has to point to for a datatype.
#pragma once

#include "mpi_api/table/reader/table.hpp"

#include <string>

namespace sartor::table {

/// The macro of the prototypes, and a tag for each predefined datatype of a C type of its own (not MPI_BYTE).
std::string type_tags(const Table& table);

/// " SARTOR_BUFFER(1, 3)" for each buffer whose elements a datatype of the same call describes, by the
/// positions of both, from 1 on.
std::string tags_of_buffers(const Function& function);

} // namespace sartor::table
