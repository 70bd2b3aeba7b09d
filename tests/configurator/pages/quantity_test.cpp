// Numbers with units: quantities.txt has a line for each, tests/end_to_end/pages.sh has a browser read it,
// too.
#include "configurator/pages/quantity.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace sartor::configurator {
namespace {

TEST(Quantity, HasThreeDigitsAndAShortUnit) {
    std::ifstream lines(TEST_PAGES "/quantities.txt");
    double value = 0;
    std::string unit, text;
    int count = 0;
    while (lines >> value >> unit && std::getline(lines >> std::ws, text)) {
        EXPECT_EQ(quantity(value, unit == "-" ? "" : unit), text) << value << " " << unit;
        ++count;
    }
    EXPECT_GT(count, 30);
}

TEST(Quantity, WritesOtherUnitsBehind) {
    EXPECT_EQ(quantity(3, "ranks"), "3 ranks");
}

} // namespace
} // namespace sartor::configurator
