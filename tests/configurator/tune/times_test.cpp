// From measured times to choices.
#include "configurator/tune/times.hpp"

#include <gtest/gtest.h>

namespace sartor::configurator {
namespace {

TEST(Fastest, ChangesBetweenTheSizesWhereAnotherIsFaster) {
    const Candidates candidates = {{"tree", {{8, 1}, {1024, 10}, {65536, 100}}},
                                   {"shared", {{8, 3}, {1024, 5}, {65536, 40}}}};
    // The limit is the geometric mean: sqrt(8 * 1024) = 90.5
    EXPECT_EQ(fastest(candidates, ""), (std::vector<Limited>{{"tree", "91", ""}, {"shared", "", ""}}));
}

TEST(Fastest, StaysWhenTheGainIsNoise) {
    const Candidates candidates = {{"tree", {{8, 1}, {1024, 10}}}, {"shared", {{8, 3}, {1024, 9.6}}}};
    EXPECT_EQ(fastest(candidates, "16"), (std::vector<Limited>{{"tree", "", "16"}}));
}

TEST(Fastest, TakesOnlyWhatWasMeasured) {
    const Candidates candidates = {{"tree", {{8, 2}, {1024, 10}}}, {"ring", {{8, 1}}}};
    EXPECT_EQ(fastest(candidates, ""), (std::vector<Limited>{{"ring", "91", ""}, {"tree", "", ""}}));
}

} // namespace
} // namespace sartor::configurator
