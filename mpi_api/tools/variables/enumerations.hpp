// Names of a variable's values (MPI-5.0 section 15.3.5): off and on.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "mpi.h"

namespace sartor::mpi::internal {

inline constexpr std::array<std::string_view, 2> off_and_on = {"off", "on"};
inline constexpr std::string_view off_or_on_name = "off or on";

// Its handle: no address below 4096 is one.
[[nodiscard]] inline MPI_T_enum off_or_on() noexcept {
    return reinterpret_cast<MPI_T_enum>(static_cast<std::intptr_t>(16));
}

} // namespace sartor::mpi::internal
