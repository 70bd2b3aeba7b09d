// Values that configure a component family: stated once as defaults, and changed by a machine or a program
// only where they differ. All is known to the compiler.
//
//     template <>
//     struct sartor::default_traits<Eager> {
//         static constexpr std::size_t limit = 4096;
//     };
//     template <class Base>
//     struct sartor::difference<Eager, Nanvix, Base> : Base {
//         static constexpr std::size_t limit = 120;
//     };
//     traits<Eager, Nanvix, Program>::limit // 120, unless Program states another
#pragma once

#include <type_traits>

namespace sartor {

// To be specialized for each family that has traits: its static members with their defaults. Without them
// the traits of a family do not compile: this type is incomplete.
template <class Family>
struct default_traits;

// What `Subject` (a machine, a program) changes in the traits of `Family`: nothing, unless it is
// specialized. A specialization inherits `Base`, which has the values of the subjects before it, and
// redefines members.
template <class Family, class Subject, class Base>
struct difference : Base {};

namespace internal {
template <class Family>
struct stated_defaults {
    static_assert(
        requires { sizeof(default_traits<Family>); },
        "a family of traits states its defaults: specialize sartor::default_traits for it");
    using type = default_traits<Family>;
};

template <class Family, class Base, class... Subjects>
struct traits_chain;
template <class Family, class Base>
struct traits_chain<Family, Base> : Base {};
template <class Family, class Base, class Subject, class... Rest>
struct traits_chain<Family, Base, Subject, Rest...>
    : traits_chain<Family, difference<Family, Subject, Base>, Rest...> {
    static_assert(std::is_base_of_v<Base, difference<Family, Subject, Base>>,
                  "a difference inherits Base, which has the values that it does not change");
};
} // namespace internal

// The traits of a family for these subjects; where two of them state a value, the later one counts.
template <class Family, class... Subjects>
struct traits
    : internal::traits_chain<Family, typename internal::stated_defaults<Family>::type, Subjects...> {};

} // namespace sartor
