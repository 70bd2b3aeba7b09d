// Stacks of many ranks in one mapping: who has which guard page, and how an overflow is found.
#include "runtime/scheduler/stacks.hpp"

#include <csignal>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/ranks.hpp"

namespace {

using namespace sartor;
using process::Guard;
using process::Stack;

constexpr std::size_t bytes = std::size_t{64} << 10;
constexpr int count = 10;

// Asks the system, which doesn't raise a signal.
bool accessible(const void* address) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    const bool read = write(ends[1], address, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return read;
}

class Stacks : public testing::Test {
  protected:
    void take(std::size_t mappings, bool marks) {
        ASSERT_TRUE(stacks_.reserve(count, bytes, mappings, marks));
        for (int number = 0; number < count; ++number) taken_.push_back(stacks_.take(number));
    }
    void TearDown() override {
        for (Stack& stack : taken_) process::unmap_stack(stack);
    }
    void expect_room() {
        for (const Stack& stack : taken_) {
            const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
            EXPECT_GE(stack.bytes - stack.skipped, bytes + page);
            static_cast<char*>(stack.low)[page] = 1;
            static_cast<char*>(stack.low)[stack.bytes - stack.skipped - 1] = 1;
            EXPECT_FALSE(stack.overflowed());
        }
    }

    process::Stacks stacks_;
    std::vector<Stack> taken_;
};

TEST_F(Stacks, HaveGuardPagesWhileThereAreMappings) {
    take(2 * count, false);
    EXPECT_EQ(stacks_.guard(), Guard::mapping);
    expect_room();
    for (const Stack& stack : taken_) {
        EXPECT_FALSE(accessible(stack.low));
        EXPECT_TRUE(stack.guards(stack.low));
    }
}

// A function's frame may be larger than its stack: what it touches first lies as far below.
TEST_F(Stacks, AreGuardedBelowTheFarEndsOfLargeFrames) {
    constexpr std::size_t frame = std::size_t{200} << 20;
    take(2 * count, false);
    for (const Stack& stack : taken_) {
        const char* far = stack.end() - frame;
        EXPECT_FALSE(accessible(far));
        EXPECT_TRUE(stack.guards(far));
    }
}

// Marks take page tables: their regions are narrower, and wider than a page.
TEST_F(Stacks, AreGuardedByMarksFurtherThanAPage) {
    take(2 * count - 1, true);
    if (stacks_.guard() != Guard::mark) GTEST_SKIP() << "this system has no MADV_GUARD_INSTALL";
    for (const Stack& stack : taken_) EXPECT_FALSE(accessible(static_cast<char*>(stack.low) - bytes / 2));
}

TEST_F(Stacks, HaveMarkedGuardPagesWhereTheSystemMarks) {
    take(2 * count - 1, true);
    if (stacks_.guard() != Guard::mark) GTEST_SKIP() << "this system has no MADV_GUARD_INSTALL";
    expect_room();
    for (const Stack& stack : taken_) EXPECT_FALSE(accessible(stack.low));
}

// 8 mappings are 4 guard pages: of rows of 3, 3, 3 and 1.
TEST_F(Stacks, ShareGuardPagesOtherwise) {
    take(8, false);
    EXPECT_EQ(stacks_.guard(), Guard::shared);
    EXPECT_EQ(stacks_.ranks_in_a_row(), 3);
    expect_room();
    for (int number = 0; number < count; ++number) {
        const Stack& stack = taken_[static_cast<std::size_t>(number)];
        const Stack& first = taken_[static_cast<std::size_t>(number / 3 * 3)];
        EXPECT_EQ(accessible(stack.low), number % 3 != 0);
        EXPECT_TRUE(stack.guards(first.low));
    }
    static_cast<char*>(taken_[4].low)[8] = 1;
    EXPECT_TRUE(taken_[4].overflowed());
    EXPECT_FALSE(taken_[5].overflowed());
}

TEST_F(Stacks, OfNeighboursBeginInDifferentSetsOfTheCache) {
    take(2 * count, false);
    constexpr std::size_t line = 64;
    for (int number = 1; number < count; ++number)
        EXPECT_NE(taken_[static_cast<std::size_t>(number)].skipped / line,
                  taken_[static_cast<std::size_t>(number - 1)].skipped / line);
}

TEST_F(Stacks, LargerThanTheAddressSpaceAreRefused) {
    EXPECT_FALSE(stacks_.reserve(count, std::size_t{1} << 60, 1000));
    EXPECT_FALSE(stacks_.reserve(count, SIZE_MAX - 1, 1000));
}

using Program = test::TestProgram<feature::tags>;

// The size of the ranks' stacks under a limit of the main thread's.
std::size_t stack_under(rlim_t limit) {
    static constexpr process::Program runtime = mpi::runtime_program<Program>();
    rlimit before{};
    getrlimit(RLIMIT_STACK, &before);
    const rlimit wanted{limit, before.rlim_max};
    if (setrlimit(RLIMIT_STACK, &wanted) != 0) return 0;
    process::Layout layout;
    layout.ranks = 4;
    static std::size_t least;
    least = SIZE_MAX;
    process::run(layout, runtime, [](process::Rank& rank) {
        const Stack& stack = rank.context.stack();
        auto* const low = static_cast<volatile char*>(stack.low) + 2 * 4096;
        low[0] = 1; // the far end can be used
        if (rank.number == 3) least = stack.bytes;
    });
    setrlimit(RLIMIT_STACK, &before);
    return least;
}

TEST(StacksOfRanks, AreAsLargeAsTheMainThreadsMayBe) {
    rlimit limit{};
    getrlimit(RLIMIT_STACK, &limit);
    if (limit.rlim_max != RLIM_INFINITY) GTEST_SKIP() << "the limit of this system can't be taken away";
    constexpr std::size_t mib = std::size_t{1} << 20;
    EXPECT_GE(stack_under(16 * mib), 16 * mib);
    EXPECT_LT(stack_under(16 * mib), 64 * mib);
#if !defined(SARTOR_ADDRESS_SANITIZER) && !defined(SARTOR_THREAD_SANITIZER) // which keep shadows of stacks
    EXPECT_GE(stack_under(RLIM_INFINITY), 1024 * mib);
#endif
}

// Rank 1 writes over the end of its stack, and waits or ends.
int run_overflowing(bool waits) {
    static constexpr process::Program runtime = mpi::runtime_program<Program>();
    process::Layout layout;
    layout.ranks = 4;
    layout.core_count = 1;
    layout.stack_bytes = bytes;
    layout.mapping_limit = 1;
    layout.marks_guards = false;
    static bool waiting;
    waiting = waits;
    return process::run(layout, runtime, [](process::Rank& rank) {
        if (rank.number != 1) return;
        static_cast<volatile char*>(rank.context.stack().low)[0] = 1;
        while (waiting) process::block();
    });
}

TEST(StacksDeathTest, AnOverflowIsFoundWhenItsRankWaitsOrEnds) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    for (const bool waits : {true, false})
        EXPECT_EXIT(run_overflowing(waits), testing::ExitedWithCode(128 + SIGSEGV),
                    "only one of 4 stacks has a guard page(.|\\n)*stack overflow in rank 1");
}

} // namespace
