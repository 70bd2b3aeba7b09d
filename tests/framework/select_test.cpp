// Features as sets, and selection by them.
#include "framework/select.hpp"

#include <gtest/gtest.h>

namespace {

using namespace sartor;
struct f1 {
    static constexpr std::string_view name = "f1";
};
struct f2 {
    static constexpr std::string_view name = "f2";
};
struct f3 {
    static constexpr std::string_view name = "f3";
};
struct A {};
struct B {};
struct C {};

// A set: order and repetition do not matter.
static_assert(has<features<f1, f2>, f1> && has<features<f2, f1>, f1> && !has<features<f2>, f1>);
static_assert(has<features<f1, f1>, f1>);
static_assert(has_any<features<f1>, f1, f2> && !has_any<features<f3>, f1, f2> && !has_any<features<>, f1>);
static_assert(has_all<features<f1, f2>, f1, f2> && !has_all<features<f1>, f1, f2>);

// The first member whose condition holds; the reasons are only those that are wanted.
using Family = family<when_all<A, f1, f2>, when<B, f1, f3>, otherwise<C>>;
static_assert(std::is_same_v<sartor::select<Family, features<f1, f2>>, A>);
static_assert(std::is_same_v<sartor::select<Family, features<f1>>, B>);
static_assert(std::is_same_v<sartor::select<Family, features<f2, f3>>, B>);
static_assert(std::is_same_v<sartor::select<Family, features<f2>>, C>);
static_assert(std::is_same_v<choice<Family, features<f2, f3>>::because, boost::mp11::mp_list<f3>>);
static_assert(std::is_same_v<choice<Family, features<f2>>::because, boost::mp11::mp_list<>>);

// With one feature any of several others.
using Second = family<when_with<A, f1, f2, f3>, otherwise<C>>;
static_assert(std::is_same_v<sartor::select<Second, features<f1, f3>>, A>);
static_assert(std::is_same_v<sartor::select<Second, features<f1>>, C>);
static_assert(std::is_same_v<sartor::select<Second, features<f2, f3>>, C>);

TEST(Select, IsDoneByTheTypeSystem) {
    SUCCEED() << "every case above is a static_assert";
}

} // namespace
