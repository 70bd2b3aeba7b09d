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
    boost::mp11::mp_for_each<predefined_list>([&](auto entry) {
        constexpr bool same = std::is_same_v<typename decltype(entry)::type, CType>;
        if (found == 0 && same && entry.value >= first_language_type)
            found = static_cast<std::int16_t>(entry.value);
    });
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
#include "mpi_api/datatype_pairs.inc"
#undef SARTOR_DATATYPE_PAIR
};

// The parts of a pair; null for any other value. At most one comparison for each pair.
[[nodiscard]] constexpr const PairParts* find_pair(std::intptr_t type) noexcept {
    if (type < pairs.front().type || type > pairs.back().type) return nullptr;
    for (const PairParts& pair : pairs)
        if (pair.type == type) return &pair;
    return nullptr;
}

// Alignments of predefined datatypes in bytes, by value - first_predefined; 0 where there is no datatype.
inline constexpr auto predefined_alignments = [] {
    std::array<std::uint8_t, last_predefined - first_predefined + 1> alignments{};
    boost::mp11::mp_for_each<predefined_list>([&](auto entry) {
        alignments[static_cast<std::size_t>(entry.value - first_predefined)] =
            static_cast<std::uint8_t>(alignof(typename decltype(entry)::type));
    });
    return alignments;
}();

} // namespace sartor::datatype
