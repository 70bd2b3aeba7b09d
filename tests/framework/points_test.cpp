// Acting at points: order, the first refusal or error, notes, and nothing where no aspect has the point.
#include "framework/points.hpp"

#include <string>

#include <boost/mp11/list.hpp>
#include <gtest/gtest.h>

namespace {

using namespace sartor;
using boost::mp11::mp_list;

struct Starts : may_refuse {};
struct Ends : may_fail {};
struct Passes : is_noted {};

template <char Letter, bool allows, int error>
struct Acting {
    using points = mp_list<Starts, Ends, Passes>;
    static bool at(Starts, std::string& log) {
        log += Letter;
        return allows;
    }
    static int at(Ends, std::string& log) {
        log += Letter;
        return error;
    }
    static void at(Passes, std::string& log) { log += Letter; }
};
struct OnlyStarts {
    using points = mp_list<Starts>;
    static bool at(Starts, std::string& log) {
        log += 's';
        return true;
    }
};
using Allowing = Acting<'a', true, 0>;
using Refusing = Acting<'r', false, 7>;

TEST(Points, AspectsActInTheirOrder) {
    std::string log;
    EXPECT_TRUE((at_point<mp_list<OnlyStarts, Allowing>>(Starts(), log)));
    EXPECT_EQ(log, "sa");
}

TEST(Points, TheFirstRefusalIsTheLast) {
    std::string log;
    EXPECT_FALSE((at_point<mp_list<Allowing, Refusing, OnlyStarts>>(Starts(), log)));
    EXPECT_EQ(log, "ar");
}

TEST(Points, TheFirstErrorIsTheResult) {
    std::string log;
    EXPECT_EQ((at_point<mp_list<Allowing, Refusing, Acting<'x', true, 9>>>(Ends(), log)), 7);
    EXPECT_EQ(log, "ar");
}

TEST(Points, AllTakeNote) {
    std::string log;
    at_point<mp_list<Refusing, OnlyStarts, Allowing>>(Passes(), log);
    EXPECT_EQ(log, "ra");
}

TEST(Points, NothingHappensWhereNoAspectActs) {
    std::string log;
    EXPECT_TRUE(at_point<mp_list<>>(Starts(), log));
    EXPECT_EQ((at_point<mp_list<OnlyStarts>>(Ends(), log)), 0);
    EXPECT_EQ(log, "");
}

// Off changes nothing: the result is known when the program is compiled.
struct Literal {};
constexpr bool is_known() {
    Literal argument;
    return at_point<mp_list<OnlyStarts>>(Ends(), argument) == 0 && at_point<mp_list<>>(Starts(), argument);
}
static_assert(is_known());

} // namespace
