// Numbers in network order, the most significant byte first: between computers that differ in byte order,
// but not in the sizes of their numbers (EPOS-MPI 4.3: typed envelopes). Only for little-endian computers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "components/datatype/external32.hpp"
#include "components/datatype/signature.hpp"

namespace sartor::datatype::network_order {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "numbers are converted from and to this computer's byte order");

// Reverses the bytes of each of `count` numbers of `bytes` bytes, in place. It is its own inverse.
[[gnu::noinline]] inline void turn(char* data, std::size_t count, std::size_t bytes) noexcept {
    if (bytes > sizeof(std::uint64_t))
        for (; count > 0; --count, data += bytes) std::reverse(data, data + bytes);
    else if (bytes > 1)
        external32::swap_bytes(data, data, count, bytes);
}

// The bytes of the numbers of a valid predefined datatype; 1 for those that look the same on all computers,
// 2 for all pairs (of which only "more than 1" is of interest).
[[nodiscard]] inline std::size_t unit_of(std::intptr_t type) noexcept {
    return find_pair(type) != nullptr ? sizeof(std::int16_t) : external32::format_of(type).native;
}

// Turns the numbers of a predefined datatype in the first `bytes` bytes of `count` elements, as far as they
// are complete, in place. Returns how many bytes these take. Gaps: whether pairs have the gap that they have
// in memory.
template <bool Gaps>
[[nodiscard]] std::size_t turn_elements(std::intptr_t type, std::int64_t count, char* data,
                                        std::size_t bytes) noexcept {
    if (const PairParts* pair = find_pair(type)) {
        const std::size_t each = Gaps ? pair->extent : pair->data_bytes();
        const std::size_t second = Gaps ? pair->second_offset : pair->first_bytes;
        const std::size_t whole = std::min(static_cast<std::size_t>(count), bytes / each);
        for (std::size_t index = 0; index < whole; ++index) {
            turn(data + index * each, 1, pair->first_bytes);
            turn(data + index * each + second, 1, pair->second_bytes);
        }
        return whole * each;
    }
    const auto& format = external32::format_of(type);
    const std::size_t fitting = bytes / format.native;
    const std::size_t numbers = std::min(static_cast<std::size_t>(count) * format.units, fitting);
    turn(data, numbers, format.native);
    return numbers * format.native;
}

// The same for any datatype, by its signature. What is not complete at the end is unchanged.
template <class Where, bool Gaps>
[[gnu::noinline]] void turn(Origin origin, std::int64_t count, char* data, std::size_t bytes) noexcept {
    auto visit = [&](std::intptr_t type, std::int64_t number) {
        const std::size_t turned = turn_elements<Gaps>(type, number, data, bytes);
        data += turned;
        bytes -= turned;
        return turned > 0 && bytes > 0;
    };
    visit_signature<Where>(origin, count, visit);
}

} // namespace sartor::datatype::network_order
