// The representation "external32" (MPI-5.0 section 14.5.2): big-endian, with sizes that are the same on all
// computers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::datatype::external32 {

// The format of a predefined datatype: `units` numbers of `native` bytes in memory and `external` bytes in
// external32. For integers whose sizes differ it says whether they are signed.
struct Format {
    enum class Number : std::uint8_t { bytes, signed_integer, unsigned_integer, extended };

    Number number = Number::bytes; // bytes: same size, other byte order
    std::uint8_t units = 0;
    std::uint8_t native = 0;
    std::uint8_t external = 0;
};

// Requires a valid predefined datatype that is no pair.
[[nodiscard]] const Format& format_of(std::intptr_t type) noexcept;

// Copies `count` numbers of 1, 2, 4 or 8 bytes in the other byte order; `from` and `to` may be the same.
void swap_bytes(const char* from, char* to, std::size_t count, std::size_t bytes) noexcept;

// The bytes of one element in external32, of any valid predefined datatype.
[[nodiscard]] std::size_t size_of(std::intptr_t type) noexcept;

enum class Direction { to_external, to_native };

// Converts `count` elements of a valid predefined datatype from memory to external32 or back. `native_bytes`
// is the distance of elements in memory, which shows whether pairs have their gap there. `from` and `to` hold
// all elements and don't overlap. False when a value does not fit into the external size; what precedes it is
// converted.
template <Direction Way>
[[nodiscard]] bool convert(std::intptr_t type, std::size_t count, std::size_t native_bytes, const char* from,
                           char* to) noexcept;

} // namespace sartor::datatype::external32
