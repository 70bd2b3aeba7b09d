// What messages say of the type of their data, so that a receive can tell whether it means the same
// (LWMPI 5.7.1): a policy of envelopes. Off unless asked for, and then not there.
#pragma once

#include <cstdint>
#include <string_view>

namespace sartor::datatype {

struct UncheckedType {
    static constexpr std::string_view name = "unchecked";
    static constexpr bool compares = false;
    [[nodiscard]] static constexpr bool agrees_with(UncheckedType) noexcept { return true; }
};

// The predefined datatype that all data of a message are of; 0 when they are of several, or unknown.
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
    [[nodiscard]] bool matches_anything() const noexcept {
        return type == unknown || type == packed || type == bytes;
    }
};

} // namespace sartor::datatype
