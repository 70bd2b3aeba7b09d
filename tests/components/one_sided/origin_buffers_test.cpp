// Which buffers of operations may be in use at a time, and what is found when the operations are complete.
#include "components/one_sided/origin_buffers.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace sartor::one_sided {
namespace {

struct OriginBuffersOfARank : testing::Test {
    bool begin(int first, int count, bool is_written, int target = 0) {
        return buffers->begin({.data = &memory[first],
                               .bytes = static_cast<std::size_t>(count),
                               .target = target,
                               .is_written = is_written},
                              found);
    }
    bool read(int first, int count, int target = 0) { return begin(first, count, false, target); }
    bool write(int first, int count, int target = 0) { return begin(first, count, true, target); }

    char memory[64] = {};
    OriginBuffer found;
    std::unique_ptr<OriginBuffers> buffers = std::make_unique<OriginBuffers>();
};

TEST_F(OriginBuffersOfARank, MayBeReadByManyOperations) {
    EXPECT_TRUE(read(0, 8));
    EXPECT_TRUE(read(4, 8));
    EXPECT_TRUE(buffers->end(OriginBuffers::all_targets, found));
}

TEST_F(OriginBuffersOfARank, AreWrittenByOneOperationThatNobodyElseUses) {
    EXPECT_TRUE(write(8, 8));
    EXPECT_TRUE(write(16, 8));
    EXPECT_TRUE(read(0, 8));
    EXPECT_FALSE(write(15, 1));
    EXPECT_EQ(found.data, &memory[8]);
    EXPECT_FALSE(read(20, 8));
    EXPECT_EQ(found.data, &memory[16]);
    EXPECT_FALSE(write(0, 1));
    EXPECT_FALSE(found.is_written);
}

TEST_F(OriginBuffersOfARank, AreFreeWhenTheOperationsAtTheirTargetAreComplete) {
    EXPECT_TRUE(write(0, 8, 1));
    EXPECT_TRUE(write(8, 8, 2));
    EXPECT_TRUE(buffers->end(1, found));
    EXPECT_TRUE(write(0, 8, 1));
    EXPECT_FALSE(write(8, 8, 1));
    EXPECT_TRUE(buffers->end(OriginBuffers::all_targets, found));
    EXPECT_TRUE(write(8, 8, 1));
}

TEST_F(OriginBuffersOfARank, AreFoundWhenWhatIsReadHasChanged) {
    EXPECT_TRUE(read(0, 8, 1));
    EXPECT_TRUE(read(8, 8, 2));
    EXPECT_TRUE(write(16, 8, 2));
    memory[9] = memory[17] = 1;
    EXPECT_TRUE(buffers->end(1, found));
    EXPECT_FALSE(buffers->end(2, found));
    EXPECT_EQ(found.data, &memory[8]);
    EXPECT_TRUE(buffers->end(OriginBuffers::all_targets, found));
}

TEST_F(OriginBuffersOfARank, AreNotLookedAtWhenThereAreTooMany) {
    for (int count = 0; count < 5000; ++count) EXPECT_TRUE(read(0, 1));
    memory[0] = 1;
    EXPECT_FALSE(buffers->end(OriginBuffers::all_targets, found));
    EXPECT_TRUE(write(0, 1));
}

} // namespace
} // namespace sartor::one_sided
