// Choosing one member of a component family by features.
//
//     using expected_family = family<when<ExpectedQueue, feature::immediate>, otherwise<ExpectedSlot>>;
//     using Expected = select<expected_family, Features>;   // the first member whose condition holds
#pragma once

#include <type_traits>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/bind.hpp>
#include <boost/mp11/list.hpp>

#include "framework/features.hpp"

namespace sartor {

// Chosen when at least one of the features is wanted.
template <class Component, Feature... Fs>
struct when {
    using component = Component;
    using reasons = boost::mp11::mp_list<Fs...>;
    template <class Set>
    static constexpr bool holds = has_any<Set, Fs...>;
};

// Chosen when all of the features are wanted.
template <class Component, Feature... Fs>
struct when_all {
    using component = Component;
    using reasons = boost::mp11::mp_list<Fs...>;
    template <class Set>
    static constexpr bool holds = has_all<Set, Fs...>;
};

// Chosen when nothing before it was.
template <class Component>
struct otherwise {
    using component = Component;
    using reasons = boost::mp11::mp_list<>;
    template <class Set>
    static constexpr bool holds = true;
};

template <class... Members>
using family = boost::mp11::mp_list<Members...>;

// A choice with its reasons: which member of the family, and which of the wanted features asked for it.
template <class Family, class Set>
struct choice {
    template <class Member>
    using holds = std::bool_constant<Member::template holds<Set>>;
    using holding = boost::mp11::mp_copy_if<Family, holds>;
    static_assert(
        !boost::mp11::mp_empty<holding>::value,
        "no member of this component family serves the wanted features: add one, or an otherwise<>");
    using member = boost::mp11::mp_front<holding>;
    using component = typename member::component;
    using because = present<Set, typename member::reasons>;
};

template <class Family, class Set>
using select = typename choice<Family, Set>::component;

} // namespace sartor
