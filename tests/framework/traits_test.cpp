// Traits: defaults once, differences where they are, later subjects win.
#include "framework/traits.hpp"

#include <gtest/gtest.h>

namespace {
struct Limits;
struct Machine;
struct Program;
} // namespace

template <>
struct sartor::default_traits<Limits> {
    static constexpr int eager = 100;
    static constexpr int boxes = 2;
};
template <class Base>
struct sartor::difference<Limits, Machine, Base> : Base {
    static constexpr int eager = 96;
};
template <class Base>
struct sartor::difference<Limits, Program, Base> : Base {
    static constexpr int eager = Base::eager / 2;
};

static_assert(sartor::traits<Limits>::eager == 100);
static_assert(sartor::traits<Limits, Machine>::eager == 96 && sartor::traits<Limits, Machine>::boxes == 2);
static_assert(sartor::traits<Limits, Machine, Program>::eager == 48);
static_assert(sartor::traits<Limits, Program>::eager == 50);

TEST(Traits, AreComputedByTheTypeSystem) {
    SUCCEED() << "every case above is a static_assert";
}
