// Slots: a configuration is a set of roles, each filled by one component. A role is declared once, as a type.
// From its declaration come the component, the features that are the reason for it, its line in what `sartor
// explain` prints (framework/graph.hpp) and, where it is a base with a member, its part of an object.
//
//     using mode = slot<"envelope", "mode", family<when<ChosenMode, feature::synchronous>,
//                                                  otherwise<StandardMode>>, Features>;
//     using Mode = typename mode::type;
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include "framework/select.hpp"
#include "framework/weave.hpp"

namespace sartor {

// A component that fills a slot has a name for readers. A template may compute the names of its instances.
template <class C>
concept Named = requires {
    { C::name } -> std::convertible_to<std::string_view>;
};

// The name of a component that stands for nothing: a slot that it fills is not shown.
inline constexpr std::string_view absent{};

// Calls visit(component), unless the component stands for nothing.
template <class Component, class Visit>
[[gnu::always_inline]] inline void with(Component& component, const Visit& visit) noexcept {
    if constexpr (Component::name != absent) visit(component);
}

// A string literal as a template argument. view() leaves out the terminating zero.
template <std::size_t N>
struct fixed_text {
    char characters[N];
    consteval fixed_text(const char (&text)[N]) {
        for (std::size_t index = 0; index < N; ++index) characters[index] = text[index];
    }
    [[nodiscard]] constexpr std::string_view view() const { return {characters, N - 1}; }
};

// A role that is filled: its layer, its name, the component, the features that required this component (a
// list of Feature types), and the slots of the roles below it. Where the slot is shown, the component must be
// Named; it need not be complete before.
template <fixed_text Layer, fixed_text Role, class Component, class Because = boost::mp11::mp_list<>>
struct filled_slot {
    static constexpr std::string_view layer = Layer.view();
    static constexpr std::string_view role = Role.view();
    using type = Component;
    using because = Because;
    using below = boost::mp11::mp_list<>;
};

// A role whose component is chosen from a family by a set of features.
template <fixed_text Layer, fixed_text Role, class Family, class Set>
using slot = filled_slot<Layer, Role, select<Family, Set>, typename choice<Family, Set>::because>;

// A role whose component is put together from those of other slots, for all of their reasons.
template <fixed_text Layer, fixed_text Role, class Component, class... Parts>
using joint_slot = filled_slot<
    Layer, Role, Component,
    boost::mp11::mp_unique<boost::mp11::mp_append<boost::mp11::mp_list<>, typename Parts::because...>>>;

// A slot with others below it.
template <class Slot, class... Below>
struct over : Slot {
    using below = boost::mp11::mp_list<Below...>;
};

// The same for the aspects of a list that are woven over the component of a slot:
// First<Second<...<Component>>>, the outermost on top. Each is shown as what it makes of what is below it.
template <fixed_text Role, class Set, class Slot, class Aspects>
struct woven_slot : Slot {};
template <fixed_text Role, class Set, class Slot, class First, class... Rest>
struct woven_slot<Role, Set, Slot, boost::mp11::mp_list<First, Rest...>>
    : filled_slot<"aspect", Role, weave<typename Slot::type, First, Rest...>,
                  present<Set, typename First::reasons>> {
    using below = boost::mp11::mp_list<woven_slot<Role, Set, Slot, boost::mp11::mp_list<Rest...>>>;
    using woven_over = weave<typename Slot::type, Rest...>; // what the first aspect of the list changes
};

} // namespace sartor
