// The names of constants that the program names, for what is said of them.
#pragma once

#include <cstdint>

#include "components/features.hpp"
#include "framework/features.hpp"
#include "mpi.h"

namespace sartor::mpi {

// The name of a predefined operation, for reports. Null when it is none, or when the program's source does
// not name it: only names that the program has are in the library.
template <class Program>
[[nodiscard]] const char* named_operation(MPI_Op op) noexcept {
    using Features = typename Program::features;
    const auto value = reinterpret_cast<std::intptr_t>(op);
#define SARTOR_OPERATION(name, number)                                                                       \
    if (has<Features, feature::predefined_operation<number>> && value == (number)) return #name;
#include "mpi_api/names/operations.inc"
#undef SARTOR_OPERATION
    return nullptr;
}

// The same for predefined datatypes.
template <class Program>
[[nodiscard]] const char* named_datatype(MPI_Datatype type) noexcept {
    using Features = typename Program::features;
    const auto value = reinterpret_cast<std::intptr_t>(type);
#define SARTOR_DATATYPE(name, number, ctype)                                                                 \
    if (has<Features, feature::predefined_datatype<number>> && value == (number)) return #name;
#include "components/datatype/datatypes.inc"
#undef SARTOR_DATATYPE
#define SARTOR_DATATYPE_PAIR(name, number, first, second)                                                    \
    if (has<Features, feature::predefined_datatype<number>> && value == (number)) return #name;
#include "components/datatype/datatype_pairs.inc"
#undef SARTOR_DATATYPE_PAIR
    return nullptr;
}

} // namespace sartor::mpi
