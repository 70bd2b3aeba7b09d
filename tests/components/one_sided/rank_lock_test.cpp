// The lock of a window's part: who may hold it with whom, and in which order it is granted.
#include <deque>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "components/one_sided/rank_lock.hpp"

namespace sartor::one_sided {
namespace {

struct Requests {
    LockRequest& make(int rank, bool exclusive) {
        LockRequest& request = all.emplace_back();
        request.rank = rank;
        request.exclusive = exclusive;
        return request;
    }
    std::deque<LockRequest> all;
};

std::vector<int> granted_by_release(RankLock& lock, bool exclusive) {
    std::vector<int> ranks;
    lock.release(exclusive, [&](const LockRequest& request) { ranks.push_back(request.rank); });
    return ranks;
}

TEST(RankLock, IsSharedByReadersAndHeldByOneWriter) {
    Requests requests;
    RankLock lock;
    EXPECT_EQ(lock.holder(), -1);
    EXPECT_TRUE(lock.request(requests.make(1, false)));
    EXPECT_TRUE(lock.request(requests.make(2, false)));
    EXPECT_EQ(lock.holder(), 2);
    EXPECT_FALSE(lock.request(requests.make(3, true)));
    EXPECT_EQ(granted_by_release(lock, false), std::vector<int>());
    EXPECT_EQ(granted_by_release(lock, false), std::vector<int>({3}));
    EXPECT_EQ(lock.holder(), 3);
    EXPECT_FALSE(lock.request(requests.make(4, true)));
    EXPECT_EQ(granted_by_release(lock, true), std::vector<int>({4}));
    EXPECT_EQ(granted_by_release(lock, true), std::vector<int>());
    EXPECT_FALSE(lock.is_held());
}

TEST(RankLock, LetsNobodyOvertake) {
    Requests requests;
    RankLock lock;
    EXPECT_TRUE(lock.request(requests.make(0, false)));
    EXPECT_FALSE(lock.request(requests.make(1, true)));
    EXPECT_FALSE(lock.request(requests.make(2, false))) << "a reader must not pass a writer that waits";
    EXPECT_FALSE(lock.request(requests.make(3, false)));
    EXPECT_FALSE(lock.request(requests.make(4, true)));
    EXPECT_EQ(granted_by_release(lock, false), std::vector<int>({1}));
    EXPECT_EQ(granted_by_release(lock, true), std::vector<int>({2, 3}));
    EXPECT_EQ(granted_by_release(lock, false), std::vector<int>());
    EXPECT_EQ(granted_by_release(lock, false), std::vector<int>({4}));
}

// Any order of requests and releases: never a writer beside anybody, and requests are granted in their order.
TEST(RankLock, KeepsItsLawsInAnyOrder) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        std::mt19937 random(seed);
        Requests requests;
        RankLock lock;
        std::vector<const LockRequest*> holders;
        int last_granted = -1;
        const auto grant = [&](const LockRequest& request) {
            EXPECT_EQ(request.rank, last_granted + 1);
            last_granted = request.rank;
            holders.push_back(&request);
            for (const LockRequest* holder : holders) EXPECT_TRUE(!holder->exclusive || holders.size() == 1);
        };
        for (int step = 0; step < 100; ++step) {
            if (holders.empty() || random() % 2 == 0) {
                LockRequest& request =
                    requests.make(static_cast<int>(requests.all.size()), random() % 3 == 0);
                if (lock.request(request)) grant(request);
            } else {
                const auto index = static_cast<std::ptrdiff_t>(random() % holders.size());
                const bool exclusive = holders[static_cast<std::size_t>(index)]->exclusive;
                holders.erase(holders.begin() + index);
                lock.release(exclusive, grant);
            }
        }
        while (!holders.empty()) {
            const bool exclusive = holders.back()->exclusive;
            holders.pop_back();
            lock.release(exclusive, grant);
        }
        EXPECT_EQ(last_granted + 1, static_cast<int>(requests.all.size())) << "all were granted";
        EXPECT_FALSE(lock.is_held());
    }
}

} // namespace
} // namespace sartor::one_sided
