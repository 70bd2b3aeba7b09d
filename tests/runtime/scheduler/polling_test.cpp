// Ranks that poll on a processor on which another process computes.
#include <chrono>
#include <csignal>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/ranks.hpp"

namespace {

using namespace sartor;
using Program = test::TestProgram<feature::tags>;

class Polling : public testing::Test {
  protected:
    Polling() {
        sched_getaffinity(0, sizeof before_, &before_);
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(sched_getcpu(), &one);
        sched_setaffinity(0, sizeof one, &one);
        other_ = fork();
        if (other_ == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (volatile bool computes = true; computes;) {
            }
        }
    }
    ~Polling() override {
        kill(other_, SIGKILL);
        waitpid(other_, nullptr, 0);
        sched_setaffinity(0, sizeof before_, &before_);
    }

    // How often the calling thread has slept.
    static long sleeps() {
        rusage usage{};
        getrusage(RUSAGE_THREAD, &usage);
        return usage.ru_nvcsw;
    }
    static long sleeps_while_polling() {
        const long before = sleeps();
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
        while (std::chrono::steady_clock::now() < end) process::give_way();
        return sleeps() - before;
    }

  private:
    cpu_set_t before_;
    pid_t other_;
};

// The other rank could send something: it has a worker of its own.
TEST_F(Polling, LeavesTheProcessorToOthers) {
    long slept = 0;
    test::run_ranks<Program>(
        2,
        [&](process::Rank& rank) {
            if (rank.number == 1) return process::block();
            slept = sleeps_while_polling();
            process::wake(process::rank(1));
        },
        2);
    EXPECT_GT(slept, 20);
}

// What no other rank may send comes no sooner when it sleeps: one is alone, or all are on its worker.
TEST_F(Polling, GoesOnWhereNobodyElseSends) {
    for (int ranks : {1, 2}) {
        long slept = 0;
        test::run_ranks<Program>(
            ranks,
            [&](process::Rank& rank) {
                if (rank.number == 1) return process::block();
                slept = sleeps_while_polling();
                if (ranks > 1) process::wake(process::rank(1));
            },
            1);
        EXPECT_LT(slept, 20) << ranks << " ranks";
    }
}

} // namespace
