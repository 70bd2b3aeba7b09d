// Weaving none, one, two, three and four aspects; order of entering and leaving; nothing for what is not
// woven.
#include "framework/weave.hpp"

#include <string>

#include <gtest/gtest.h>

namespace {

using namespace sartor;
struct f1 {
    static constexpr std::string_view name = "f1";
};
struct f2 {
    static constexpr std::string_view name = "f2";
};

std::string log_text;

struct Component {
    int value = 0;
    void act() { log_text += "act "; }
};

template <char Letter, class Base>
struct Logged : Base {
    void act() {
        log_text += std::string{'+', Letter, ' '};
        Base::act();
        log_text += std::string{'-', Letter, ' '};
    }
};
template <class Base>
using LoggedA = Logged<'a', Base>;
template <class Base>
using LoggedB = Logged<'b', Base>;
template <class Base>
using LoggedC = Logged<'c', Base>;
template <class Base>
using LoggedD = Logged<'d', Base>;

template <class Woven>
std::string log_of() {
    log_text.clear();
    Woven{}.act();
    return log_text;
}

TEST(Weave, EntersInOrderAndLeavesInReverseForAnyNumber) {
    EXPECT_EQ(log_of<weave<Component>>(), "act ");
    EXPECT_EQ((log_of<weave<Component, aspect<LoggedA>>>()), "+a act -a ");
    EXPECT_EQ((log_of<weave<Component, aspect<LoggedA>, aspect<LoggedB>>>()), "+a +b act -b -a ");
    EXPECT_EQ((log_of<weave<Component, aspect<LoggedA>, aspect<LoggedB>, aspect<LoggedC>>>()),
              "+a +b +c act -c -b -a ");
    EXPECT_EQ(
        (log_of<weave<Component, aspect<LoggedA>, aspect<LoggedB>, aspect<LoggedC>, aspect<LoggedD>>>()),
        "+a +b +c +d act -d -c -b -a ");
}

// An unwanted aspect: the component itself, not a type that behaves like it.
using Aspects = boost::mp11::mp_list<aspect<LoggedA, f1>, aspect<LoggedB, f2>, aspect<LoggedC>>;
static_assert(std::is_same_v<
              weave_list<Component, wanted_aspects<features<>, boost::mp11::mp_list<aspect<LoggedA, f1>>>>,
              Component>);
static_assert(std::is_same_v<wanted_aspects<features<f2>, Aspects>,
                             boost::mp11::mp_list<aspect<LoggedB, f2>, aspect<LoggedC>>>);
static_assert(sizeof(weave<Component, aspect<LoggedA>, aspect<LoggedB>>) == sizeof(Component));

// For some components only: what does not fit is not woven, whatever the features say.
static_assert(
    std::is_same_v<wanted_aspects<features<f1>, boost::mp11::mp_list<aspect_if<false, LoggedA>,
                                                                     aspect_if<false, LoggedB, f1>>>,
                   boost::mp11::mp_list<>>);
static_assert(boost::mp11::mp_size<wanted_aspects<
                  features<f1>, boost::mp11::mp_list<aspect_if<true, LoggedA>, aspect_if<true, LoggedB, f1>,
                                                     aspect_if<true, LoggedC, f2>>>>::value == 2);

} // namespace
