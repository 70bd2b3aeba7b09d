/// What mpi.h has for `sartor cc --checked`, so that the sizes of buffers are known which the compiler knows.
#pragma once

#include <string>

#include "mpi_api/table/reader/table.hpp"

namespace sartor::table {

/// Macros with the names of functions: before each call, sartor_object() gets the buffers whose size the
/// compiler knows (__builtin_object_size: variables, arrays, blocks allocated in the same function). Programs
/// that can't be compiled with them are compiled without.
std::string macros_of_objects(const Table& table);

} // namespace sartor::table
