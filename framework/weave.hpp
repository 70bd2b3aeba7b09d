// Weaving aspects over a component.
//
// An aspect is a mixin: a template over the class that it is woven over, which calls the base's function
// where the concern of the base goes on. Any number of aspects compose; the first in the list is the
// outermost: its code is entered first and left last. An aspect that is not woven costs nothing, since it is
// not there.
#pragma once

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/bind.hpp>
#include <boost/mp11/list.hpp>
#include <boost/mp11/utility.hpp>

#include "framework/features.hpp"

namespace sartor {

// A mixin as a type, with the features that ask for it; without features it is always woven.
template <template <class> class Mixin, Feature... Fs>
struct aspect {
    template <class Base>
    using over = Mixin<Base>;
    using reasons = boost::mp11::mp_list<Fs...>;
    template <class Set>
    static constexpr bool wanted = sizeof...(Fs) == 0 || has_any<Set, Fs...>;
};

// The same for what only some machines or components have: `fits` tells whether this one does.
template <bool fits, template <class> class Mixin, Feature... Fs>
struct aspect_if : aspect<Mixin, Fs...> {
    template <class Set>
    static constexpr bool wanted = fits&& aspect<Mixin, Fs...>::template wanted<Set>;
};

namespace internal {
struct weave_one {
    template <class Aspect, class Woven>
    using fn = typename Aspect::template over<Woven>;
};
template <class Set>
struct is_wanted {
    template <class Aspect>
    using fn = std::bool_constant<Aspect::template wanted<Set>>;
};
} // namespace internal

// Component with all of the aspects around it.
template <class Component, class... Aspects>
using weave =
    boost::mp11::mp_fold_q<boost::mp11::mp_reverse<boost::mp11::mp_list<Aspects...>>, Component,
                           boost::mp11::mp_bind<internal::weave_one::fn, boost::mp11::_2, boost::mp11::_1>>;

// Of a list of aspects those that the features ask for, in the list's order.
template <class Set, class Aspects>
using wanted_aspects = boost::mp11::mp_copy_if_q<Aspects, internal::is_wanted<Set>>;

template <class Component, class AspectList>
using weave_list = boost::mp11::mp_apply<weave, boost::mp11::mp_push_front<AspectList, Component>>;

} // namespace sartor
