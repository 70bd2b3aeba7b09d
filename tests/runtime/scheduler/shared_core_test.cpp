// When a worker takes its processor for one that other processes want too.
#include "runtime/scheduler/shared_core.hpp"

#include <gtest/gtest.h>

namespace {

struct CountedInterruptions {
    static inline long counted = 0;
    [[nodiscard]] static long count() noexcept { return counted; }
};
using Core = sartor::process::SharedCore<CountedInterruptions>;

constexpr std::uint64_t moment = Core::slice / 100;
constexpr std::uint64_t long_ago = 1000 * Core::longest;

class SharedCore : public testing::Test {
  protected:
    SharedCore() {
        CountedInterruptions::counted = 0;
        core.begin(time);
    }
    // So long after the last look, with so many interruptions since then.
    bool look(std::uint64_t later, long interruptions) {
        CountedInterruptions::counted += interruptions;
        return core.look(time += later);
    }

    Core core;
    std::uint64_t time = long_ago;
};

TEST_F(SharedCore, IsNotFoundByLooksThatFollowEachOther) {
    for (int count = 0; count < 1000; ++count) EXPECT_FALSE(look(moment, 0));
    EXPECT_FALSE(look(moment, 1)) << "an interruption that took no time slice";
}

// The whole computer may have been stopped: nobody else runs here.
TEST_F(SharedCore, IsNotFoundByAGapWithoutInterruption) {
    EXPECT_FALSE(look(10 * Core::slice, 0));
    EXPECT_TRUE(core.is_over(time));
}

TEST_F(SharedCore, IsFoundByAGapWithInterruptions) {
    EXPECT_TRUE(look(Core::slice + 1, 1));
    EXPECT_FALSE(core.is_over(time));
    EXPECT_FALSE(core.is_over(time + Core::shortest));
    EXPECT_TRUE(core.is_over(time + Core::shortest + 1));
}

// A wait that begins takes the time anew: what the program computed before is no gap.
TEST_F(SharedCore, ForgetsTheTimeBetweenWaits) {
    CountedInterruptions::counted = 3;
    core.begin(time += 100 * Core::slice);
    EXPECT_FALSE(look(moment, 0));
}

// Found again soon after it was over, it is believed for twice as long, up to a limit; found later, for the
// shortest.
TEST_F(SharedCore, IsBelievedLongerWhenItComesBack) {
    std::uint64_t length = Core::shortest;
    for (int count = 0; count < 10; ++count) {
        ASSERT_TRUE(look(Core::slice + 1, 1));
        EXPECT_FALSE(core.is_over(time + length)) << "time " << count;
        EXPECT_TRUE(core.is_over(time + length + 1)) << "time " << count;
        time += length;
        length = std::min(2 * length, Core::longest);
    }
    ASSERT_TRUE(look(10 * Core::longest, 1));
    EXPECT_TRUE(core.is_over(time + Core::shortest + 1));
}

} // namespace
