// The names of the predefined datatypes.
#pragma once

#include <cstdint>

namespace sartor::mpi {

// "MPI_INT" for the handle of MPI_INT, the initial name by MPI-5.0 section 7.8. Empty for any other number.
[[nodiscard]] inline const char* predefined_type_name(std::intptr_t type) noexcept {
    switch (type) {
#define SARTOR_DATATYPE(name, value, ctype)                                                                  \
    case value:                                                                                              \
        return #name;
#include "components/datatype/datatypes.inc"
#undef SARTOR_DATATYPE
#define SARTOR_DATATYPE_PAIR(name, value, first, second)                                                     \
    case value:                                                                                              \
        return #name;
#include "components/datatype/datatype_pairs.inc"
#undef SARTOR_DATATYPE_PAIR
    default:
        return "";
    }
}

} // namespace sartor::mpi
