// Handles: unique while live, invalid when freed or made up; no object is touched to find that out.
#include "components/handle_pool.hpp"

#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace {

struct Object {
    int value = 0;
};
using Pool = sartor::HandlePool<Object>;

TEST(HandlePool, FindsWhatIsLiveAndNothingElse) {
    for (const unsigned seed : {1U, 2U, 3U}) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        Pool pool;
        std::map<std::uintptr_t, int> live;
        std::vector<std::uintptr_t> freed;
        for (int step = 0; step < 5000; ++step) {
            if (live.empty() || random() % 5 < 3) {
                Object* object = pool.make();
                ASSERT_NE(object, nullptr);
                object->value = step;
                ASSERT_TRUE(live.emplace(pool.handle_of(*object), step).second);
                ASSERT_GE(pool.handle_of(*object), 4096U) << "lower values are the standard's";
            } else {
                auto one = std::next(live.begin(), static_cast<long>(random() % live.size()));
                pool.free(*pool.find(one->first));
                freed.push_back(one->first);
                live.erase(one);
            }
        }
        for (const auto& [handle, value] : live) ASSERT_EQ(pool.find(handle)->value, value);
        for (const std::uintptr_t handle : freed) ASSERT_EQ(pool.find(handle), nullptr);
    }
}

TEST(HandlePool, SurvivesAnyValue) {
    Pool pool;
    Object* object = pool.make();
    const std::uintptr_t handle = pool.handle_of(*object);
    for (const std::uintptr_t wrong :
         {std::uintptr_t{0}, std::uintptr_t{384}, std::uintptr_t{4095}, handle + 1, handle + 16 * 4000,
          handle | std::uintptr_t{1} << 40, ~std::uintptr_t{0}, reinterpret_cast<std::uintptr_t>(&pool)})
        EXPECT_EQ(pool.find(wrong), nullptr) << wrong;
    EXPECT_EQ(pool.find(handle), object);
    pool.free(*object);
    for (int low = -16; low <= 16; ++low)
        for (const std::uintptr_t use : {0, 1, 2, -1})
            EXPECT_EQ(pool.find(handle + static_cast<std::uintptr_t>(low) + (use << 32)), nullptr) << low;
}

TEST(HandlePool, KeepsAnAlignmentAboveACacheLine) {
    struct alignas(256) Large {
        int value = 3;
    };
    sartor::HandlePool<Large> pool;
    for (int count = 0; count < 40; ++count)
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pool.make()) % 256, 0) << count;
    pool.for_each([](Large& large) { EXPECT_EQ(large.value, 3); });
}

} // namespace
