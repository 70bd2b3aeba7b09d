// A machine that changes one value of a family and loses the others.
#include "framework/traits.hpp"

struct Limit;
struct Machine;
template <>
struct sartor::default_traits<Limit> {
    static constexpr int bytes = 8;
    static constexpr int messages = 2;
};
#ifdef MUST_FAIL
template <class Base>
struct sartor::difference<Limit, Machine, Base> {
    static constexpr int bytes = 16;
};
#else
template <class Base>
struct sartor::difference<Limit, Machine, Base> : Base {
    static constexpr int bytes = 16;
};
#endif
sartor::traits<Limit, Machine> values;
