// Names of C++ functions in reports.
#include "configurator/support/demangle.hpp"

#include <gtest/gtest.h>

namespace {

using sartor::configurator::without_arguments;

TEST(Demangled, NamesLoseTheirArguments) {
    EXPECT_EQ(without_arguments("main"), "main");
    EXPECT_EQ(without_arguments("step(int, double (*)(int))"), "step");
    EXPECT_EQ(without_arguments("Solver::step(int) const"), "Solver::step");
    EXPECT_EQ(without_arguments("step(int) [clone .constprop.0]"), "step");
    EXPECT_EQ(without_arguments("Solver::operator()(int)"), "Solver::operator()");
}

TEST(Demangled, NamesKeepTheirOwnParentheses) {
    EXPECT_EQ(without_arguments("(anonymous namespace)::step(int)"), "(anonymous namespace)::step");
    EXPECT_EQ(without_arguments("(anonymous namespace)::value"), "(anonymous namespace)::value");
    EXPECT_EQ(without_arguments("limit<(Kind)1>"), "limit<(Kind)1>");
    EXPECT_EQ(without_arguments("Call<(anonymous namespace)::Step>::run(int, (anonymous namespace)::Step&)"),
              "Call<(anonymous namespace)::Step>::run");
    EXPECT_EQ(without_arguments("main::{lambda(int)#1}::operator()(int) const"),
              "main::{lambda(int)#1}::operator()");
}

} // namespace
