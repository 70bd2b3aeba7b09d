// A family of traits that nobody has stated defaults for.
#include "framework/traits.hpp"

struct Limit;
#ifndef MUST_FAIL
template <>
struct sartor::default_traits<Limit> {
    static constexpr int bytes = 8;
};
#endif
sartor::traits<Limit> values;
