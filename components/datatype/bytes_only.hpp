// Datatype level "none" (EPOS-MPI 4.7): MPI_BYTE is the only datatype; no support is necessary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sartor::datatype {

// Datatypes are known by the values of the standard's ABI (MPI-5.0, ABI chapter).
inline constexpr std::intptr_t byte_type = 583; // MPI_BYTE

struct BytesOnly {
    static constexpr std::string_view name = "none: MPI_BYTE only";

    // Bytes of one element; 0 when it is not a datatype of this level.
    [[nodiscard]] static constexpr std::size_t size_of(std::intptr_t type) noexcept { return type == byte_type; }
};

} // namespace sartor::datatype
