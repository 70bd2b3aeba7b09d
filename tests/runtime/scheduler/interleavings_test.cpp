// The model checker against what is known of small programs: which outcomes its memories allow (x86-TSO, see
// tests/support/interleavings.hpp).
#include "tests/support/model_atomics.hpp"

#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace {

using sartor::test::Interleavings;
using sartor::test::ModelAtomic;
using Memory = Interleavings::Memory;
using Outcomes = std::set<std::pair<int, int>>;

constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto release = std::memory_order_release;
constexpr auto acquire = std::memory_order_acquire;

// Two threads, two words, and what each thread has seen at the end.
struct Litmus {
    ModelAtomic<int> x;
    ModelAtomic<int> y;
    int seen[2] = {};

    Outcomes outcomes(const std::function<void()>& first, const std::function<void()>& second, Memory memory,
                      int most_preemptions) {
        Outcomes all;
        Interleavings interleavings(most_preemptions, memory);
        const std::string error = interleavings.explore(
            [this] {
                x.store(0, relaxed);
                y.store(0, relaxed);
            },
            {first, second},
            [&] {
                all.insert({seen[0], seen[1]});
            });
        EXPECT_EQ(error, "");
        return all;
    }
};

class LitmusTest : public testing::TestWithParam<int> {
  protected:
    Litmus litmus;
    Outcomes of(const std::function<void()>& first, const std::function<void()>& second,
                Memory memory = Memory::store_buffers) {
        return litmus.outcomes(first, second, memory, GetParam());
    }
};
INSTANTIATE_TEST_SUITE_P(AllAndBounded, LitmusTest, testing::Values(Interleavings::unlimited, 2));

// Each stores one word and loads the other's: a load may come before the store.
TEST_P(LitmusTest, LoadsOvertakeStoresThatWait) {
    const auto thread = [this](ModelAtomic<int>& mine, ModelAtomic<int>& other, int number,
                               std::memory_order order, bool fence) {
        return [=, this, &mine, &other] {
            mine.store(1, order);
            if (fence) Interleavings::active->fence();
            litmus.seen[number] = other.load(acquire);
        };
    };
    const auto run = [&](std::memory_order order, bool fence, Memory memory) {
        return of(thread(litmus.x, litmus.y, 0, order, fence), thread(litmus.y, litmus.x, 1, order, fence),
                  memory);
    };
    const Outcomes in_order = {{0, 1}, {1, 0}, {1, 1}};
    EXPECT_EQ(run(release, false, Memory::sequential), in_order);
    EXPECT_EQ(run(release, false, Memory::store_buffers), (Outcomes{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
    EXPECT_EQ(run(release, true, Memory::store_buffers), in_order);
    EXPECT_EQ(run(std::memory_order_seq_cst, false, Memory::store_buffers), in_order);
}

// A fence of all threads by one of them is enough.
TEST_P(LitmusTest, OneFencesForBoth) {
    const auto light = [this] {
        litmus.x.store(1, relaxed);
        litmus.seen[0] = litmus.y.load(relaxed);
    };
    const auto heavy = [this] {
        litmus.y.store(1, relaxed);
        Interleavings::active->fence_all();
        litmus.seen[1] = litmus.x.load(relaxed);
    };
    EXPECT_EQ(of(light, heavy), (Outcomes{{0, 1}, {1, 0}, {1, 1}}));
}

// Stores leave their buffer in order, and loads are not delayed.
TEST_P(LitmusTest, WhatWasStoredFirstIsSeenFirst) {
    const auto writer = [this] {
        litmus.x.store(1, relaxed);
        litmus.y.store(1, release);
    };
    const auto reader = [this] {
        litmus.seen[0] = litmus.y.load(acquire);
        litmus.seen[1] = litmus.x.load(relaxed);
    };
    EXPECT_EQ(of(writer, reader), (Outcomes{{0, 0}, {0, 1}, {1, 1}}));
}

// Two stores, then two loads of the same words the other way round: what the memories and orders allow.
TEST_P(LitmusTest, StoresAreSeenInAnotherOrderUnlessOneReleases) {
    const auto seen = [&](std::memory_order order, Memory memory) {
        return of(
            [this, order] {
                litmus.x.store(1, relaxed);
                litmus.y.store(1, order);
            },
            [this] {
                litmus.seen[0] = litmus.y.load(acquire);
                litmus.seen[1] = litmus.x.load(relaxed);
            },
            memory);
    };
    const Outcomes in_order = {{0, 0}, {0, 1}, {1, 1}};
    EXPECT_EQ(seen(relaxed, Memory::store_buffers), in_order);
    EXPECT_EQ(seen(relaxed, Memory::unordered_stores), (Outcomes{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
    EXPECT_EQ(seen(release, Memory::unordered_stores), in_order);
}

// Stores after one that releases may be seen before it; stores to one word are never seen in another order.
TEST_P(LitmusTest, StoresAfterAReleaseMayOvertakeIt) {
    const auto after = [this] {
        litmus.x.store(1, release);
        litmus.y.store(1, relaxed);
    };
    const auto same = [this] {
        litmus.x.store(1, relaxed);
        litmus.x.store(2, relaxed);
    };
    const auto both = [this] {
        litmus.seen[0] = litmus.y.load(acquire);
        litmus.seen[1] = litmus.x.load(acquire);
    };
    const auto twice = [this] {
        litmus.seen[0] = litmus.x.load(acquire);
        litmus.seen[1] = litmus.x.load(acquire);
    };
    EXPECT_EQ(of(after, both, Memory::unordered_stores), (Outcomes{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
    EXPECT_EQ(of(same, twice, Memory::unordered_stores),
              (Outcomes{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}));
}

// A thread sees its own store before the others do, the newest of several.
TEST_P(LitmusTest, OwnStoresAreSeenAtOnce) {
    const auto first = [this] {
        litmus.x.store(1, relaxed);
        litmus.x.store(2, relaxed);
        litmus.seen[0] = 10 * litmus.x.load(relaxed) + litmus.y.load(relaxed);
    };
    const auto second = [this] {
        litmus.y.store(1, relaxed);
        litmus.seen[1] = 10 * litmus.y.load(relaxed) + litmus.x.load(relaxed);
    };
    EXPECT_EQ(of(first, second), (Outcomes{{20, 10}, {20, 11}, {20, 12}, {21, 10}, {21, 11}, {21, 12}}));
}

// Exchanges come after all stores before them.
TEST_P(LitmusTest, ExchangesWaitForTheBuffer) {
    const auto thread = [this](ModelAtomic<int>& mine, ModelAtomic<int>& other, int number) {
        return [=, this, &mine, &other] {
            mine.store(1, relaxed);
            litmus.seen[number] = other.fetch_add(0, std::memory_order_acq_rel);
        };
    };
    EXPECT_EQ(of(thread(litmus.x, litmus.y, 0), thread(litmus.y, litmus.x, 1)),
              (Outcomes{{0, 1}, {1, 0}, {1, 1}}));
}

} // namespace
