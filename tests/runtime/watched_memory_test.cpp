// The table by which most loads and stores are known to touch nothing that is watched.
#include "runtime/accesses/watched_memory.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace sartor::process {
namespace {

class WatchedMemoryTable : public testing::TestWithParam<std::uintptr_t> {
  protected:
    WatchedMemoryTable() { memory_->look(); }

    std::unique_ptr<WatchedMemory> memory_ = std::make_unique<WatchedMemory>();
    std::uintptr_t first_ = 0x7f1234567ab8, behind_ = first_ + GetParam();
};

TEST_P(WatchedMemoryTable, HasEachByteOfWhatIsWatched) {
    memory_->begin(first_, behind_);
    const std::uintptr_t step = GetParam() / 1000 + 1;
    for (std::uintptr_t byte = first_; byte < behind_; byte += step) ASSERT_TRUE(memory_->may_have(byte));
    if (GetParam() > 0) {
        EXPECT_TRUE(memory_->may_have(behind_ - 1));
    }
}

TEST_P(WatchedMemoryTable, IsEmptyWhenAllHaveEnded) {
    memory_->begin(first_, behind_);
    memory_->begin(first_ + 8, behind_ + 8);
    memory_->end(first_, behind_);
    EXPECT_TRUE(memory_->may_have(first_ + 8) || GetParam() == 0);
    memory_->end(first_ + 8, behind_ + 8);
    for (std::uintptr_t byte = first_ - 8192; byte < first_ + 8192; byte += 64)
        ASSERT_FALSE(memory_->may_have(byte));
}

INSTANTIATE_TEST_SUITE_P(Bytes, WatchedMemoryTable,
                         testing::Values(0, 1, 8, 64, 100, 4096, 70000, std::uintptr_t{300} << 20));

class ShortStretches : public WatchedMemoryTable {};

TEST_P(ShortStretches, LeaveWhatIsBesideThemAlone) {
    memory_->begin(first_, behind_);
    EXPECT_FALSE(memory_->may_have(first_ - 128));
    EXPECT_FALSE(memory_->may_have(behind_ + 128));
}

INSTANTIATE_TEST_SUITE_P(Bytes, ShortStretches, testing::Values(0, 1, 8, 64, 100, 4096));

TEST(UnseenProgram, CountsNothing) {
    const auto memory = std::make_unique<WatchedMemory>();
    memory->begin(4096, 8192);
    EXPECT_FALSE(memory->may_have(5000));
}

} // namespace
} // namespace sartor::process
