// Tests that are run at several counts of ranks and of workers.
#pragma once

#include <tuple>

#include <gtest/gtest.h>

namespace sartor::test {

class OverCounts : public testing::TestWithParam<std::tuple<int, int>> {
  protected:
    static int ranks() { return std::get<0>(GetParam()); }
    static int workers() { return std::get<1>(GetParam()); }
};

} // namespace sartor::test
