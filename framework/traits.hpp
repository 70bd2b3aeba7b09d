// Values that configure a component family: stated once as defaults, and changed by a machine or a program
// only where they differ.
//
//     template <> struct sartor::default_traits<Eager>         { static constexpr std::size_t limit = 4096;
//     }; template <class Base> struct sartor::difference<Eager, Nanvix, Base> : Base { static constexpr ...
//     limit = 120; }; traits<Eager, Nanvix, Program>::limit   // 120, unless Program states another
#pragma once

namespace sartor {

template <class Family>
struct default_traits;

// What `Subject` (a machine, a program) changes in the traits of `Family`: nothing, unless specialized.
// `Base` holds all that was said before.
template <class Family, class Subject, class Base>
struct difference : Base {};

namespace internal {
template <class Family, class Base, class... Subjects>
struct traits_chain;
template <class Family, class Base>
struct traits_chain<Family, Base> : Base {};
template <class Family, class Base, class Subject, class... Rest>
struct traits_chain<Family, Base, Subject, Rest...>
    : traits_chain<Family, difference<Family, Subject, Base>, Rest...> {};
} // namespace internal

// Later subjects win over earlier ones.
template <class Family, class... Subjects>
struct traits : internal::traits_chain<Family, default_traits<Family>, Subjects...> {};

} // namespace sartor
