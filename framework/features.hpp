// A set of features as a type: what the library to be cut must be able to do.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/bind.hpp>
#include <boost/mp11/list.hpp>
#include <boost/mp11/set.hpp>

namespace sartor {

// A feature is an empty type with a name: struct immediate { static constexpr std::string_view name =
// "immediate"; }
template <class F>
concept Feature = std::is_empty_v<F> && requires {
    { F::name } -> std::convertible_to<std::string_view>;
};

// Order does not matter; a feature given twice counts once.
template <Feature... Fs>
struct features {};

template <class Set, Feature F>
inline constexpr bool has = boost::mp11::mp_contains<Set, F>::value;

template <class Set, Feature... Fs>
inline constexpr bool has_any = (has<Set, Fs> || ...);

template <class Set, Feature... Fs>
inline constexpr bool has_all = (has<Set, Fs> && ...);

// The features of `Wanted` (a list) that are in the set, in the order of `Wanted`.
template <class Set, class Wanted>
using present = boost::mp11::mp_copy_if_q<Wanted, boost::mp11::mp_bind_front<boost::mp11::mp_contains, Set>>;

} // namespace sartor
