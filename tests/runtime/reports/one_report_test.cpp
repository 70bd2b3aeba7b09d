// Reports that end the run: those of several ranks at once, with what is equal told once.
#include "runtime/reports/one_report.hpp"

#include <barrier>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/process.hpp"

namespace {

using namespace sartor;

// Each has begun its report before one of them ends the run. Rank 2 has another error.
void end_together() {
    constexpr int ranks = 4;
    std::barrier all_begun(ranks);
    std::vector<std::jthread> threads;
    for (int number = 0; number < ranks; ++number)
        threads.emplace_back([&all_begun, number] {
            const auto rank = std::make_unique<process::Rank>();
            rank->number = number;
            const process::OneReport together(*rank);
            all_begun.arrive_and_wait();
            process::report("rank %d: MPI_Send: dest = %d", number, number == 2 ? 8 : 9);
            process::report("  called in main");
            process::end_run(7);
        });
}

TEST(OneReportDeathTest, NamesRanksWithTheSameErrorTogether) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(end_together(), testing::ExitedWithCode(7),
                "sartor: ranks 0, 1, 3: MPI_Send: dest = 9\nsartor:   called in main\n");
    EXPECT_EXIT(end_together(), testing::ExitedWithCode(7),
                "sartor: rank 2: MPI_Send: dest = 8\nsartor:   called in main\n");
}

TEST(OneReport, OfLinesThatTheRunGoesOnAfterIsWrittenAtItsEnd) {
    testing::internal::CaptureStderr();
    {
        const process::OneReport together;
        process::report("one");
        const process::OneReport inner;
        process::report("two");
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "sartor: one\nsartor: two\n");
}

} // namespace
