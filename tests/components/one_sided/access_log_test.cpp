// Which accesses of a part conflict, and until when.
#include "components/one_sided/access_log.hpp"

#include <gtest/gtest.h>

namespace sartor::one_sided {
namespace {

AccessRecord access(Use use, int origin, std::uintptr_t first, std::uintptr_t behind,
                    std::int64_t epoch = 0) {
    return {.use = use, .origin = origin, .epoch = epoch, .first = first, .behind = behind};
}

TEST(AccessLog, OnlyGetsAmongThemselvesAndUpdatesAmongThemselvesMayMeet) {
    for (const Use before : {Use::put, Use::get, Use::update})
        for (const Use after : {Use::put, Use::get, Use::update}) {
            AccessLog log;
            AccessRecord other;
            ASSERT_TRUE(log.note(access(before, 1, 100, 108), other));
            EXPECT_EQ(log.note(access(after, 2, 107, 120), other), before == after && before != Use::put);
        }
}

TEST(AccessLog, NeighboursDoNotConflict) {
    AccessLog log;
    AccessRecord other;
    EXPECT_TRUE(log.note(access(Use::put, 1, 100, 108), other));
    EXPECT_TRUE(log.note(access(Use::put, 2, 108, 116), other));
    EXPECT_TRUE(log.note(access(Use::put, 2, 92, 100), other));
    EXPECT_FALSE(log.note(access(Use::get, 3, 99, 101), other));
    EXPECT_EQ(other.origin, 1);
}

TEST(AccessLog, FencesAndFlushesOrder) {
    AccessLog log;
    AccessRecord other;
    EXPECT_TRUE(log.note(access(Use::put, 1, 0, 8, 0), other));
    EXPECT_TRUE(log.note(access(Use::put, 2, 0, 8, 1), other));
    log.forget(2);
    EXPECT_TRUE(log.note(access(Use::get, 3, 0, 8, 1), other));
    EXPECT_FALSE(log.note(access(Use::put, 3, 0, 8, 0), other));
    EXPECT_EQ(other.origin, 1);
    log.forget_all();
    EXPECT_TRUE(log.note(access(Use::put, 3, 0, 8, 0), other));
}

TEST(AccessLog, ForgetsTheOldestWhenThereIsNoRoom) {
    AccessLog log;
    AccessRecord other;
    for (std::uintptr_t one = 0; one < 5000; ++one)
        ASSERT_TRUE(log.note(access(Use::put, 1, 8 * one, 8 * one + 8), other));
    EXPECT_TRUE(log.note(access(Use::get, 2, 0, 8), other));
    EXPECT_FALSE(log.note(access(Use::get, 2, 8 * 4999, 8 * 4999 + 1), other));
}

} // namespace
} // namespace sartor::one_sided
