// The predefined datatypes as a list of types, each with its value in the standard's ABI and its C type. Out
// of the table of the MPI interface, from which the two included files are generated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include "components/datatype/c_types.hpp"

namespace sartor::datatype {

template <std::intptr_t Value, class CType>
struct predefined {
    static constexpr std::intptr_t value = Value;
    using type = CType;
};

namespace internal {
struct Beginning {};
template <class, class... Entries>
using after_beginning = boost::mp11::mp_list<Entries...>;
} // namespace internal

// An entry is predefined<value, C type>.
using predefined_list = internal::after_beginning<internal::Beginning
#define SARTOR_DATATYPE(name, value, ctype) , predefined<value, ctype>
#include "components/datatype/datatypes.inc"
#undef SARTOR_DATATYPE
#define SARTOR_DATATYPE_PAIR(name, value, first, second) , predefined<value, Pair<first, second>>
#include "components/datatype/datatype_pairs.inc"
#undef SARTOR_DATATYPE_PAIR
                                                  >;

// The range of values that the ABI reserves for predefined datatypes; not each of them is one.
inline constexpr std::intptr_t first_predefined = 512;
inline constexpr std::intptr_t last_predefined = 767;
[[nodiscard]] constexpr bool is_predefined(std::intptr_t value) noexcept {
    return first_predefined <= value && value <= last_predefined;
}

// Bytes by value - first_predefined; 0 where there is no datatype.
inline constexpr auto predefined_sizes = [] {
    std::array<std::uint8_t, last_predefined - first_predefined + 1> sizes{};
// Plain statements: a fold over the list of types takes a compiler a hundred times as long.
#define SARTOR_DATATYPE(name, value, ctype) sizes[value - first_predefined] = sizeof(ctype);
#include "components/datatype/datatypes.inc"
#undef SARTOR_DATATYPE
#define SARTOR_DATATYPE_PAIR(name, value, first, second)                                                     \
    sizes[value - first_predefined] = sizeof(Pair<first, second>);
#include "components/datatype/datatype_pairs.inc"
#undef SARTOR_DATATYPE_PAIR
    return sizes;
}();

} // namespace sartor::datatype
