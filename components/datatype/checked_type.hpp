// What a message says of the type of its data, so that a receive with another datatype is reported (LWMPI
// 5.7.1). A policy of envelopes: UncheckedType takes no space, and is used unless the program was compiled
// with `sartor cc --checked`.
#pragma once

#include <cstdint>
#include <string_view>

namespace sartor::datatype {

// All policies have agrees_with(): whether a receive may take the data. Here it always may.
struct UncheckedType {
    static constexpr std::string_view name = "unchecked";
    static constexpr bool compares = false;
    [[nodiscard]] static constexpr bool agrees_with(UncheckedType) noexcept { return true; }
};

// The predefined datatype of which all data of a message are; 0 when they are of several, or unknown.
// Derived datatypes are compared by what they consist of, not by their layout. MPI_BYTE and MPI_PACKED agree
// with all, and so does 0.
struct CheckedType {
    static constexpr std::string_view name = "type of the data";
    static constexpr bool compares = true;
    static constexpr std::int32_t unknown = 0;
    static constexpr std::int32_t packed =
        519; // MPI_PACKED and MPI_BYTE in the standard's ABI: match anything
    static constexpr std::int32_t bytes = 583;

    std::int32_t type = unknown;

    [[nodiscard]] bool agrees_with(const CheckedType& other) const noexcept {
        return type == other.type || matches_anything() || other.matches_anything();
    }
    // Packed data, bytes, and data of several types.
    [[nodiscard]] bool matches_anything() const noexcept {
        return type == unknown || type == packed || type == bytes;
    }
};

} // namespace sartor::datatype
