// Cells and the account of what waits at a rank: congested above the limit, until half of it is free again.
#include "transports/backlog.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "transports/cells.hpp"

namespace {

using namespace sartor;

struct Cell {
    Cell* next = nullptr;
    struct {
        struct {
            void* data = nullptr;
            std::size_t bytes = 0;
        } storage;
    } envelope{};
};
using Pool = channel::Cells<Cell, channel::FewCells, channel::Backlog>;

class BoundedCells : public testing::Test {
  protected:
    BoundedCells() {
        process::ranks = {&rank, 1};
        process::ranks.backlog_bytes = limit;
        rank.transport = this;
    }
    ~BoundedCells() override {
        while (!cells.empty()) put_back();
        process::ranks = {};
    }

    void take(std::size_t bytes) {
        cells.push_back(pool.take(bytes));
        cells.back()->envelope.storage.bytes = bytes;
    }
    void put_back() {
        pool.put_back(*cells.back());
        cells.pop_back();
    }
    [[nodiscard]] bool congested() const { return rank.congested.load(); }

    static constexpr std::size_t limit = process::least_backlog;
    process::Rank rank;
    Pool pool{channel::Backlog(this)};
    std::vector<Cell*> cells;
};

TEST_F(BoundedCells, CountWhatTheyTakeOfTheSystem) {
    for (int count = 0; count < 10; ++count) take(1000);
    EXPECT_EQ(pool.account().bytes(), 10 * Pool::whole(1000));
    take(1);
    EXPECT_EQ(pool.account().bytes(), 10 * Pool::whole(1000) + Pool::whole(0))
        << "a small one has a usual size";
    put_back();
    take(2);
    EXPECT_EQ(pool.account().bytes(), 10 * Pool::whole(1000) + Pool::whole(0)) << "it is used again";
    while (cells.size() > 1) put_back();
    EXPECT_EQ(pool.account().bytes(), Pool::whole(1000) + Pool::whole(0)) << "one small cell is kept";
}

TEST_F(BoundedCells, AreCongestedAboveTheLimitUntilHalfOfItIsFree) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{64}, std::size_t{200}, std::size_t{8192}}) {
        SCOPED_TRACE(std::to_string(bytes) + " bytes");
        while (!congested()) {
            EXPECT_LE(pool.account().bytes(), limit);
            take(bytes);
        }
        EXPECT_GT(pool.account().bytes(), limit);
        while (congested()) {
            ASSERT_FALSE(cells.empty()) << "all is received and it is congested still";
            EXPECT_GE(pool.account().bytes(), limit / 2);
            put_back();
        }
        EXPECT_LT(pool.account().bytes(), limit / 2);
        while (!cells.empty()) put_back();
    }
}

TEST_F(BoundedCells, CountWhereTheyAre) {
    Pool sender{channel::Backlog(nullptr)};
    Cell* cell = sender.take(limit);
    cell->envelope.storage.bytes = limit;
    sender.give_away(*cell);
    EXPECT_EQ(sender.account().bytes(), 0u);
    EXPECT_EQ(pool.account().bytes(), 0u);
    pool.adopt(*cell);
    EXPECT_EQ(pool.account().bytes(), Pool::whole(limit));
    EXPECT_TRUE(congested());
    pool.put_back(*cell);
    EXPECT_EQ(pool.account().bytes(), 0u);
    EXPECT_FALSE(congested());
}

TEST_F(BoundedCells, ThatAreKeptAreGivenUpBeforeSendersWait) {
    for (int count = 0; count < 64; ++count) take(1);
    while (!cells.empty()) put_back();
    const std::size_t kept = pool.account().bytes();
    EXPECT_GT(kept, 0u);
    take(limit - kept / 2);
    EXPECT_FALSE(congested());
    EXPECT_EQ(pool.account().bytes(), Pool::whole(limit - kept / 2));
    put_back();
    take(1);
    put_back();
    EXPECT_EQ(pool.account().bytes(), Pool::whole(1)) << "small ones are kept again";
}

TEST_F(BoundedCells, ThatAreKeptAreKeptAgainAfterACongestion) {
    take(limit + 1);
    EXPECT_TRUE(congested());
    take(1);
    put_back();
    EXPECT_EQ(pool.account().bytes(), Pool::whole(limit + 1));
    put_back();
    EXPECT_FALSE(congested());
    take(1);
    put_back();
    EXPECT_EQ(pool.account().bytes(), Pool::whole(1));
}

TEST_F(BoundedCells, StayCongestedWhereNothingMayWait) {
    process::ranks.backlog_bytes = 0;
    rank.congested = true;
    for (int count = 0; count < 100; ++count) take(64);
    while (!cells.empty()) put_back();
    EXPECT_TRUE(congested());
}

} // namespace
