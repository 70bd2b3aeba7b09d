// Arithmetic over what runs printed.
#include "configurator/experiment/expression.hpp"

#include "configurator/experiment/names_in.hpp"
#include "configurator/experiment/runs.hpp"
#include "configurator/support/error.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sartor::configurator {
namespace {

using ::testing::HasSubstr;

/// run.bytes is 2 x + 5 at x = 1, 2, 4; other.bytes has one key more and one less.
class Known : public Names {
  public:
    Value column(const std::string& run, const std::string& column) const override {
        if (column != "bytes") fail("no column {}", column);
        return run == "run" ? Series{{"1", 7}, {"2", 9}, {"4", 13}} : Series{{"2", 3}, {"4", 13}, {"8", 1}};
    }
    Value summary(const std::string& run, const std::string& pointer) const override {
        if (pointer == "/list") return Series{{"a", 1}, {"b", 2}};
        return run == "run" ? 42.0 : 0.0;
    }
    double peak(const std::string& run, const std::string& counter) const override {
        return counter == "power" && run == "run" ? 8.5 : 0;
    }
};

double value_of(const std::string& expression) {
    return number_of(expression, Known());
}
std::string error_of(const std::string& expression) {
    try {
        value_of(expression);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Expressions, FollowArithmetic) {
    EXPECT_EQ(value_of("1 + 2 * 3 - 4 / 2"), 5);
    EXPECT_EQ(value_of("-(1.5 + 2) * 2"), -7);
    EXPECT_EQ(value_of("3800 * (floor(128 / 96) + 1)"), 7600);
    EXPECT_EQ(value_of("2 - 1 - 1"), 0);
    EXPECT_EQ(value_of("min(3, 2) + max(3, 2)"), 5);
}

TEST(Expressions, ReadRuns) {
    EXPECT_EQ(value_of("run.bytes[4] - run.bytes[1]"), 6);
    EXPECT_EQ(value_of("max(run.bytes)"), 13);
    EXPECT_EQ(value_of("max(run.bytes[1..2])"), 9);
    EXPECT_EQ(value_of("mean(run.bytes[2..4])"), 11);
    EXPECT_DOUBLE_EQ(value_of("slope(run.bytes)"), 2);
    EXPECT_DOUBLE_EQ(value_of("intercept(run.bytes)"), 5);
    EXPECT_EQ(value_of("max(run.bytes / other.bytes)"), 3) << "the keys that both have: 9 / 3, 13 / 13";
    EXPECT_EQ(value_of("sum(2 * run.bytes)"), 58);
    EXPECT_EQ(value_of("value(run, \"/seconds\") + sum(value(run, \"/list\"))"), 45);
    EXPECT_EQ(value_of("peak(run, \"power\")"), 8.5);
}

TEST(Expressions, JoinSeries) {
    EXPECT_EQ(value_of("sum(join(run.bytes[1..2], other.bytes))"), 7 + 9 + 3 + 13 + 1);
    EXPECT_EQ(value_of("sum(join(12: value(run, \"/seconds\"), 48: 2 * 3))"), 48);
    EXPECT_EQ(value_of("max(16 / join(1: 4, 2: 8))"), 4);
    EXPECT_THAT(error_of("sum(join(value(run, \"/seconds\")))"), HasSubstr("numbers as KEY: NUMBER"));
    EXPECT_THAT(error_of("sum(join(1: run.bytes))"), HasSubstr("numbers as KEY: NUMBER"));
}

TEST(Expressions, CompareInChains) {
    EXPECT_EQ(value_of("1 < 2 <= 2 < 3"), 1);
    EXPECT_EQ(value_of("1 < 2 < 2"), 0);
    EXPECT_EQ(value_of("1 < 2 and 3 > 4"), 0);
    EXPECT_EQ(value_of("run.bytes[4] == 13 and 2 >= 2"), 1);
}

TEST(Expressions, SayWhereTheyAreWrong) {
    EXPECT_THAT(error_of("1 +"), HasSubstr("at 4: expected a number"));
    EXPECT_THAT(error_of("run.bytes[3]"), HasSubstr("no value with the key 3"));
    EXPECT_THAT(error_of("run.bytes < 3"), HasSubstr("expected one number, not a series"));
    EXPECT_THAT(error_of("run.bytes"), HasSubstr("is a series"));
    EXPECT_THAT(error_of("run.hours[1]"), HasSubstr("no column hours"));
    EXPECT_THAT(error_of("average(run.bytes)"), HasSubstr("no function average"));
    EXPECT_THAT(error_of("1 / (2 - 2)"), HasSubstr("division by 0"));
    EXPECT_THAT(error_of("(1 + 2"), HasSubstr("expected )"));
    EXPECT_THAT(error_of("1 2"), HasSubstr("unexpected 2"));
}

TEST(Texts, HaveNumbersFilledIn) {
    EXPECT_EQ(filled_in("${run.bytes[1]} of ${10 / 4:2} and no more", Known()), "7 of 2.50 and no more");
    EXPECT_THROW(filled_in("${1", Known()), Error);
}

TEST(Outputs, AreSeriesByTheKeyColumn) {
    const OutputForm form{{"", "bytes", "ms"}, "bytes"};
    const std::string output = "some bytes ms\na2a: 128 3.5\nnothing\na2a: 256, 4.5\na2a: 512 5 6\n";
    const Series series = column_of(output, form, "ms");
    ASSERT_EQ(series.size(), 2U);
    EXPECT_EQ(series[0], (Series::value_type{"128", 3.5}));
    EXPECT_EQ(series[1].second, 4.5);
}

TEST(ExpressionNames, AreOfRunsAlone) {
    const auto names =
        names_in("400 * slope(dma.send) + value(near, \"/a.b/c.d\") / resend.us[64] < peak(near, \"x.y\")");
    ASSERT_EQ(names.size(), 4U);
    EXPECT_EQ(names[0].run + "." + names[0].column, "dma.send");
    EXPECT_EQ(names[1].run + "." + names[1].column, "near.");
    EXPECT_FALSE(names[1].of_trace);
    EXPECT_EQ(names[2].run + "." + names[2].column, "resend.us");
    EXPECT_EQ(names[3].run, "near");
    EXPECT_TRUE(names[3].of_trace);
    EXPECT_TRUE(names_in("1.5 * 3e2").empty());
}

} // namespace
} // namespace sartor::configurator
