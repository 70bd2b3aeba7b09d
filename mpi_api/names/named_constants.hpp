// The names of constants that the program names, for what is said of them.
#pragma once

#include <cstdint>

#include "components/features.hpp"
#include "framework/features.hpp"
#include "mpi.h"

namespace sartor::mpi {

// Null for one that is no predefined operation, or that the program's source names nowhere.
template <class Program>
[[nodiscard]] const char* named_operation(MPI_Op op) noexcept {
    using Features = typename Program::features;
    const auto value = reinterpret_cast<std::intptr_t>(op);
#define SARTOR_OPERATION(name, number)                                                                       \
    if constexpr (has<Features, feature::predefined_operation<number>>)                                      \
        if (value == (number)) return #name;
#include "mpi_api/operations.inc"
#undef SARTOR_OPERATION
    return nullptr;
}

// The same of datatypes.
template <class Program>
[[nodiscard]] const char* named_datatype(MPI_Datatype type) noexcept {
    using Features = typename Program::features;
    const auto value = reinterpret_cast<std::intptr_t>(type);
#define SARTOR_DATATYPE(name, number, ctype)                                                                 \
    if constexpr (has<Features, feature::predefined_datatype<number>>)                                       \
        if (value == (number)) return #name;
#include "mpi_api/datatypes.inc"
#undef SARTOR_DATATYPE
#define SARTOR_DATATYPE_PAIR(name, number, first, second)                                                    \
    if constexpr (has<Features, feature::predefined_datatype<number>>)                                       \
        if (value == (number)) return #name;
#include "mpi_api/datatype_pairs.inc"
#undef SARTOR_DATATYPE_PAIR
    return nullptr;
}

} // namespace sartor::mpi
