// Which operations are watched: all of the first, rows of the others, and in time each place of any loop.
#include "mpi_api/state/watch_turns.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace {

using sartor::mpi::WatchTurns;

void pass_first(WatchTurns& turns) {
    for (std::uint64_t number = 0; number < WatchTurns::first; ++number)
        ASSERT_TRUE(turns.takes_next()) << number;
}

TEST(WatchTurns, TakeAllOfTheFirstAndThenRows) {
    WatchTurns turns{false};
    pass_first(turns);
    for (int period = 0; period < 5; ++period) {
        for (std::uint64_t passed = 0; passed < WatchTurns::period - WatchTurns::row; ++passed)
            ASSERT_FALSE(turns.takes_next()) << period << ' ' << passed;
        for (std::uint64_t taken = 0; taken < WatchTurns::row; ++taken)
            ASSERT_TRUE(turns.takes_next()) << period << ' ' << taken;
    }
}

TEST(WatchTurns, TakeEachPlaceOfALoop) {
    for (const std::uint64_t loop : {1U, 2U, 3U, 8U, 64U, 100U, 256U, 1024U, 2048U, 4096U}) {
        WatchTurns turns{false};
        pass_first(turns);
        std::vector<bool> taken(loop);
        for (std::uint64_t number = 0; number < WatchTurns::period * loop; ++number)
            if (turns.takes_next()) taken[number % loop] = true;
        for (std::uint64_t place = 0; place < loop; ++place)
            EXPECT_TRUE(taken[place]) << place << " of " << loop;
    }
}

TEST(WatchTurns, TakeAll) {
    WatchTurns turns{true};
    for (std::uint64_t number = 0; number < 3 * WatchTurns::first; ++number)
        ASSERT_TRUE(turns.takes_next()) << number;
}

} // namespace
