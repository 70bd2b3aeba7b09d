// Fits recover constants that are known, keep their bounds, and say what the data do not determine.
#include "configurator/calibrate/fit.hpp"

#include "configurator/calibrate/measurements.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "tests/configurator/support.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sartor::configurator {
namespace {

using ::testing::HasSubstr;
using Numbers = std::vector<double>;

/// t = h + K * n at 1, 10, 100 and 1000 bytes, h in whole cycles as a machine has it; measured with 300
/// and 2.
Numbers of_line(const Numbers& at) {
    Numbers residuals;
    for (const double bytes : {1.0, 10.0, 100.0, 1000.0}) {
        const double measured = 300 + 2 * bytes;
        residuals.push_back((std::round(at[0]) + at[1] * bytes - measured) / measured);
    }
    return residuals;
}

TEST(Fits, RecoverKnownConstants) {
    const Fit found = fit({{1000, 10, 10000}, {0.5, 0.1, 10}}, of_line);
    EXPECT_NEAR(found.values[0], 300, 2);
    EXPECT_NEAR(found.values[1], 2, 0.02);
    EXPECT_LT(found.root_mean_square(), 0.01);
    EXPECT_FALSE(found.at_bound[0] || found.at_bound[1]);
    EXPECT_LT(found.condition, 100);
}

TEST(Fits, KeepTheirBounds) {
    const Fit found = fit({{1000, 400, 10000}, {1, 0.1, 10}}, of_line);
    EXPECT_EQ(found.values[0], 400);
    EXPECT_TRUE(found.at_bound[0]);
    EXPECT_FALSE(found.at_bound[1]);
    // With d = K - 2 the sum of ((100 + d n) / (300 + 2 n))^2 is least at d = -0.0698 / 0.230.
    EXPECT_NEAR(found.values[1], 2 - 0.303, 0.02);
}

TEST(Fits, SayWhatIsNotDetermined) {
    const auto of_sum = [](const Numbers& at) {
        Numbers residuals;
        for (const double measured : {299.0, 300.0, 301.0})
            residuals.push_back((at[0] + at[1] - measured) / measured);
        return residuals;
    };
    const Fit found = fit({{50, 1, 1000}, {50, 1, 1000}}, of_sum);
    EXPECT_NEAR(found.values[0] + found.values[1], 300, 1);
    EXPECT_GT(found.condition, 1000);
}

TEST(Fits, NeedAsManyMeasurementsAsConstants) {
    EXPECT_THROW(fit({{1, 0.1, 10}, {1, 0.1, 10}}, [](const Numbers&) { return Numbers{0.5}; }), Error);
}

TEST(Measurements, AreReadWithTheirLines) {
    const std::string path = ::testing::TempDir() + "measurements.csv";
    write_file(path, "# of a chip\nuse,what,measured,value\nfit,\"a, "
                     "b\",2.5,run.us[1]\nheld-out,c,3,\"value(r, \"\"/a\"\")\"\n");
    const std::vector<Measurement> read = read_measurements(path);
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(read[0].what, "a, b");
    EXPECT_EQ(read[0].measured, 2.5);
    EXPECT_EQ(read[0].line, 3);
    EXPECT_TRUE(read[1].held_out);
    EXPECT_EQ(read[1].value, "value(r, \"/a\")");
    const auto error_of = [&](const std::string& text) {
        write_file(path, text);
        return message_of([&] { read_measurements(path); });
    };
    EXPECT_THAT(error_of("what,value,measured\n"), HasSubstr("measurements.csv:1: there is no column use"));
    EXPECT_THAT(error_of("what,value,measured,use\na,b,c,fit\n"),
                HasSubstr(":2: measured: expected a number above 0"));
    EXPECT_THAT(error_of("what,value,measured,use\na,b,1,no\n"),
                HasSubstr(":2: use: expected fit or held-out"));
    EXPECT_THAT(error_of("what,value,measured,use\na,b,1,held-out\n"), HasSubstr("no measurement to fit"));
}

} // namespace
} // namespace sartor::configurator
