// Selection of one member of a component family by features, at compile time.
//
//     using expected_family = family<when<ExpectedQueue, feature::immediate>, otherwise<ExpectedSlot>>;
//     using Expected = select<expected_family, Features>;
//
// The first member whose condition holds is selected, so members are listed in the order of preference. When
// none holds the compiler reports it in a sentence (see `choice`). What the component must be able to do is
// stated by the family's concept, which is checked where the component is used.
#pragma once

#include <type_traits>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/bind.hpp>
#include <boost/mp11/list.hpp>

#include "framework/features.hpp"

namespace sartor {

// A member that is chosen when at least one of these features is wanted.
template <class Component, Feature... Fs>
struct when {
    static_assert(sizeof...(Fs) > 0,
                  "a member that is chosen by features names one, or it is an otherwise<>");
    using component = Component;
    using reasons = boost::mp11::mp_list<Fs...>;
    template <class Set>
    static constexpr bool holds = has_any<Set, Fs...>;
};

// A member that is chosen when all of these features are wanted.
template <class Component, Feature... Fs>
struct when_all {
    static_assert(sizeof...(Fs) > 0,
                  "a member that is chosen by features names one, or it is an otherwise<>");
    using component = Component;
    using reasons = boost::mp11::mp_list<Fs...>;
    template <class Set>
    static constexpr bool holds = has_all<Set, Fs...>;
};

// A member that is chosen when the first feature is wanted and any of the others.
template <class Component, Feature First, Feature... Others>
struct when_with {
    static_assert(sizeof...(Others) > 0, "with one feature it is a when<>");
    using component = Component;
    using reasons = boost::mp11::mp_list<First, Others...>;
    template <class Set>
    static constexpr bool holds = has_all<Set, First>&& has_any<Set, Others...>;
};

// The same for a member that needs something which not every machine or component has: it is chosen only when
// `fits` is true, too.
template <bool fits, class Component, Feature... Fs>
struct when_if : when<Component, Fs...> {
    template <class Set>
    static constexpr bool holds = fits&& has_any<Set, Fs...>;
};

// A member that is always good enough: the last of its family, as none behind it can be chosen.
template <class Component>
struct otherwise {
    using component = Component;
    using reasons = boost::mp11::mp_list<>;
    template <class Set>
    static constexpr bool holds = true;
};

namespace internal {
template <class Member>
struct is_otherwise : std::false_type {};
template <class Component>
struct is_otherwise<otherwise<Component>> : std::true_type {};
} // namespace internal

// The members of a family, made with the three above.
template <class... Members>
using family = boost::mp11::mp_list<Members...>;

namespace internal {
template <class Set>
struct holds_with {
    template <class Member>
    using fn = std::bool_constant<Member::template holds<Set>>;
};
} // namespace internal

// All members that hold, in the order of their family, where several may be chosen.
template <class Family, class Set>
using select_all_members = boost::mp11::mp_copy_if_q<Family, internal::holds_with<Set>>;

// A choice with its reasons: the chosen `member` and its `component`, and in `because` those of its features
// that are wanted; the list is empty for an `otherwise`.
template <class Family, class Set>
struct choice {
    using holding = select_all_members<Family, Set>;
    static_assert(
        !boost::mp11::mp_empty<holding>::value,
        "no member of this component family serves the wanted features: add one, or an otherwise<>");
    static_assert(boost::mp11::mp_find_if<Family, internal::is_otherwise>::value + 1 >=
                      boost::mp11::mp_size<Family>::value,
                  "no member behind an otherwise<> can be chosen: it stands at the end of its family");
    using member = boost::mp11::mp_front<holding>;
    using component = typename member::component;
    using because = present<Set, typename member::reasons>;
};

// The chosen component.
template <class Family, class Set>
using select = typename choice<Family, Set>::component;

namespace internal {
template <class Member>
using component_of = typename Member::component;
} // namespace internal

// The components of all members that hold.
template <class Family, class Set>
using select_all = boost::mp11::mp_transform<internal::component_of, select_all_members<Family, Set>>;

} // namespace sartor
