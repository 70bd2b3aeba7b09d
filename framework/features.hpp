// A set of features as a type: what the library that is cut for a program must be able to do. Everything
// here is computed by the compiler; nothing is left at run time.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/bind.hpp>
#include <boost/mp11/list.hpp>
#include <boost/mp11/set.hpp>

namespace sartor {

// A feature is an empty type with a name:
//
//     struct immediate { static constexpr std::string_view name = "immediate"; };
//
// The name is what `sartor explain` prints.
template <class F>
concept Feature = std::is_empty_v<F> && requires {
    { F::name } -> std::convertible_to<std::string_view>;
};

// The set. Queries depend neither on the order of its members nor on repetitions; as C++ types, sets that
// differ in these are different.
template <Feature... Fs>
struct features {};

// Whether a feature is in the set. Evaluated by the compiler, as all here.
template <class Set, Feature F>
inline constexpr bool has = boost::mp11::mp_contains<Set, F>::value;

// Whether at least one of them is; false for none.
template <class Set, Feature... Fs>
inline constexpr bool has_any = (has<Set, Fs> || ...);

// Whether all of them are; true for none.
template <class Set, Feature... Fs>
inline constexpr bool has_all = (has<Set, Fs> && ...);

// The elements of the list `Wanted` that are in `Set`, in the order of `Wanted` and as the same kind of
// list.
template <class Set, class Wanted>
using present = boost::mp11::mp_copy_if_q<Wanted, boost::mp11::mp_bind_front<boost::mp11::mp_contains, Set>>;

} // namespace sartor
