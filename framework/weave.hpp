// Weaving aspects over a component.
//
// An aspect is a mixin: a class template that inherits the class over which it is woven, redefines the
// functions it changes, and calls the function of its base where the original work goes on. Any number of
// aspects compose. The first in the list is the outermost: a call enters its code first and leaves it last.
// Calls are resolved by the compiler, there are no virtual functions; an aspect that is not woven is not in
// the type and costs nothing.
#pragma once

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include "framework/features.hpp"

namespace sartor {

// A mixin as a type, with the features of which one must be wanted for it to be woven; without features it
// is always woven.
template <template <class> class Mixin, Feature... Fs>
struct aspect {
    template <class Base>
    using over = Mixin<Base>;
    using reasons = boost::mp11::mp_list<Fs...>;
    template <class Set>
    static constexpr bool wanted = sizeof...(Fs) == 0 || has_any<Set, Fs...>;
};

// The same for an aspect that needs something which not every machine or component has: it is woven only
// when `fits` is true, too. Mixin is not instantiated otherwise, so it may state its needs by static_assert.
template <bool fits, template <class> class Mixin, Feature... Fs>
struct aspect_if : aspect<Mixin, Fs...> {
    template <class Set>
    static constexpr bool wanted = fits&& aspect<Mixin, Fs...>::template wanted<Set>;
};

namespace internal {
// Without the algorithms of a library: it is done for each function of a cut.
template <class Component, class... Aspects>
struct woven {
    using type = Component;
};
template <class Component, class First, class... Rest>
struct woven<Component, First, Rest...> {
    using type = typename First::template over<typename woven<Component, Rest...>::type>;
};
template <class List>
struct weaver;
template <template <class...> class List, class... Aspects>
struct weaver<List<Aspects...>> {
    template <class Component>
    using over = typename woven<Component, Aspects...>::type;
};
template <class Set>
struct is_wanted {
    template <class Aspect>
    using fn = std::bool_constant<Aspect::template wanted<Set>>;
};
} // namespace internal

// The component with all of these aspects around it: First<Second<...<Component>>>. Each is an `aspect` or
// has its member template `over`.
template <class Component, class... Aspects>
using weave = typename internal::woven<Component, Aspects...>::type;

// Of a list of aspects those that are wanted with this set of features, in the order of the list.
template <class Set, class Aspects>
using wanted_aspects = boost::mp11::mp_copy_if_q<Aspects, internal::is_wanted<Set>>;

// weave<> with the aspects as a list.
template <class Component, class AspectList>
using weave_list = typename internal::weaver<AspectList>::template over<Component>;

} // namespace sartor
