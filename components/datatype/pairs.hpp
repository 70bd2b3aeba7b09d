// The predefined datatypes of a value and its index, MPI_FLOAT_INT and the like: laid out as C structs, some
// of them with a gap (MPI-5.0 section 6.9.4).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "components/datatype/predefined.hpp"

namespace sartor::datatype {

// The parts of one of them; sizes and offsets in bytes.
struct PairParts {
    std::int16_t type = 0;
    std::int16_t first = 0;  // the predefined datatype of the value
    std::int16_t second = 0; // and of the index
    std::uint8_t first_bytes = 0;
    std::uint8_t second_bytes = 0;
    std::uint8_t second_offset = 0;
    std::uint8_t extent = 0;

    [[nodiscard]] constexpr std::size_t data_bytes() const noexcept {
        return std::size_t{first_bytes} + second_bytes;
    }
    [[nodiscard]] constexpr std::size_t data_end() const noexcept {
        return std::size_t{second_offset} + second_bytes;
    }
    // Whether there is a gap between the two or behind them.
    [[nodiscard]] constexpr bool has_gap() const noexcept { return data_bytes() != extent; }
};

namespace internal {

inline constexpr std::intptr_t first_language_type =
    520; // MPI_SHORT; lower values are of MPI_AINT and the like

template <class CType>
[[nodiscard]] consteval std::int16_t datatype_of() {
    std::int16_t found = 0;
#define SARTOR_DATATYPE(name, value, ctype)                                                                  \
    if (found == 0 && value >= first_language_type && std::is_same_v<ctype, CType>) found = value;
#include "components/datatype/datatypes.inc"
#undef SARTOR_DATATYPE
    return found;
}

template <std::intptr_t Type, class First, class Second>
[[nodiscard]] consteval PairParts pair_parts() {
    using Both = Pair<First, Second>;
    return {Type,           datatype_of<First>(),  datatype_of<Second>(), sizeof(First),
            sizeof(Second), offsetof(Both, index), sizeof(Both)};
}

} // namespace internal

// All of them, by rising value.
inline constexpr std::array pairs{
#define SARTOR_DATATYPE_PAIR(name, value, first, second) internal::pair_parts<value, first, second>(),
#include "components/datatype/datatype_pairs.inc"
#undef SARTOR_DATATYPE_PAIR
};

// Whether a value is one of theirs or between them. Both bounds are constants, so the table is not read.
[[nodiscard]] constexpr bool may_be_pair(std::intptr_t type) noexcept {
    constexpr std::intptr_t first = pairs.front().type;
    constexpr std::intptr_t last = pairs.back().type;
    return type >= first && type <= last;
}
// The parts of a pair; null for any other value. At most one comparison for each pair.
[[nodiscard]] constexpr const PairParts* find_pair(std::intptr_t type) noexcept {
    if (!may_be_pair(type)) return nullptr;
    for (const PairParts& pair : pairs)
        if (pair.type == type) return &pair;
    return nullptr;
}

// Alignments of predefined datatypes in bytes, by value - first_predefined; 0 where there is no datatype.
inline constexpr auto predefined_alignments = [] {
    std::array<std::uint8_t, last_predefined - first_predefined + 1> alignments{};
#define SARTOR_DATATYPE(name, value, ctype) alignments[value - first_predefined] = alignof(ctype);
#include "components/datatype/datatypes.inc"
#undef SARTOR_DATATYPE
#define SARTOR_DATATYPE_PAIR(name, value, first, second)                                                     \
    alignments[value - first_predefined] = alignof(Pair<first, second>);
#include "components/datatype/datatype_pairs.inc"
#undef SARTOR_DATATYPE_PAIR
    return alignments;
}();

} // namespace sartor::datatype
