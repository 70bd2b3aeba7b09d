// Which processors workers get, and with them the threads that their ranks start.
#include "runtime/scheduler/processors.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/support/ranks.hpp"

namespace {

using namespace sartor;
using process::Processors;

TEST(Shares, AreNeighboursAndLeaveNoneOut) {
    const int numbers[] = {3, 1, 4, 1, 5, 9, 2, 6};
    for (int workers = 1; workers <= 8; ++workers) {
        const int* next = numbers;
        for (int worker = 0; worker < workers; ++worker) {
            const Processors share = process::share_of(worker, workers, {numbers, 8});
            EXPECT_EQ(share.first, next);
            EXPECT_GE(share.count, 8 / workers);
            next += share.count;
        }
        EXPECT_EQ(next, numbers + 8);
    }
}

// One worker with a core, beside that of another process, of a process that may use the first two processors.
class ProcessorsOfAWorker : public testing::Test {
  protected:
    void SetUp() override {
        cpu_set_t allowed;
        ASSERT_TRUE(process::get_processors(allowed));
        for (int number = 0; number < CPU_SETSIZE; ++number)
            if (CPU_ISSET(number, &allowed)) usable_.push_back(number);
        if (usable_.size() < 2) GTEST_SKIP() << "one processor";
        layout_.ranks = 2;
        layout_.processes = 2;
        layout_.cores = layout_.processors = usable_.data();
        layout_.core_count = 1;
        layout_.processor_count = 2;
    }
    int count() const {
        static constexpr process::Program runtime = mpi::runtime_program<test::TestProgram<feature::tags>>();
        static int counted;
        EXPECT_EQ(process::run(layout_, runtime,
                               [](process::Rank&) {
                                   cpu_set_t set;
                                   counted = process::get_processors(set) ? CPU_COUNT(&set) : -1;
                               }),
                  0);
        return counted;
    }

    std::vector<int> usable_;
    process::Layout layout_;
};

TEST_F(ProcessorsOfAWorker, AreItsCoreWithoutThreads) {
    EXPECT_EQ(count(), 1);
}

TEST_F(ProcessorsOfAWorker, AreItsShareWhereRanksStartThreads) {
    layout_.has_threads = true;
    EXPECT_EQ(count(), 2);
    layout_.processor_count = 1;
    EXPECT_EQ(count(), 1);
}

} // namespace
