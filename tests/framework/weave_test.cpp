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

template <char Letter>
struct Scope {
    explicit Scope(std::string& log) : log_(log) { log_ += std::string{'+', Letter, ' '}; }
    ~Scope() { log_ += std::string{'-', Letter, ' '}; }
    std::string& log_;
};
struct Nothing {
    explicit constexpr Nothing(std::string&) {}
};
static_assert(sizeof(advice<>) == 1 && sizeof(advice<Nothing>) == 1);

TEST(Advice, EntersInOrderAndLeavesInReverseForAnyNumber) {
    std::string log;
    { [[maybe_unused]] const advice<> around{log}; }
    EXPECT_EQ(log, "");
    { const advice<Scope<'a'>> around{log}; }
    EXPECT_EQ(log, "+a -a ");
    log.clear();
    { const advice<Scope<'a'>, Scope<'b'>, Scope<'c'>, Scope<'d'>> around{log}; }
    EXPECT_EQ(log, "+a +b +c +d -d -c -b -a ");
}

} // namespace
