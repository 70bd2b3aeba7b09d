// Threads that sleep until something comes for their rank, or until all threads of the process are stuck.
#include "runtime/threads/stuck.hpp"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

#include "tests/support/ranks.hpp"

namespace sartor::process {
namespace {

// A message comes when the thread has looked in vain, but before it examines the other threads, which wait by
// then.
void look_three_times() {
    IdleWait<> idle_wait;
    int looks = 0;
    sartor_sleep_among_threads(idle_wait,
                               {[](void* object) { return ++*static_cast<int*>(object) > 2; }, &looks});
    EXPECT_EQ(looks, 3);
}
TEST(SleepAmongThreads, SeesWhatCameBeforeAllOthersWaited) {
    look_three_times();
}

// The memory of workers is given back at the end of their run.
TEST(SleepAmongThreads, LooksAtNoWorkersOfARunThatIsOver) {
    using Program = test::TestProgram<feature::tags>;
    ASSERT_EQ(test::run_ranks<Program>(
                  3, [](Rank&) {}, 2),
              0);
    look_three_times();
}

// The thread sanitizer's own thread, which sleeps for some time again and again, is started with the first.
void leave_out_sanitizer() {
    std::thread([] {}).join();
    leave_out_threads_of_libraries();
}

TEST(OtherThreads, WaitForAMutexForEver) {
    leave_out_sanitizer();
    std::mutex mutex;
    mutex.lock();
    std::thread other([&] { const std::lock_guard waits(mutex); });
    while (!all_other_threads_wait()) std::this_thread::yield();
    mutex.unlock();
    other.join();
}

TEST(OtherThreads, GoOnByThemselvesAfterSleep) {
    std::atomic<bool> is_over{false};
    std::thread other([&] {
        while (!is_over) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    });
    for (int look = 0; look < 1000; ++look) ASSERT_FALSE(all_other_threads_wait());
    leave_out_threads_of_libraries();
    EXPECT_TRUE(all_other_threads_wait());
    is_over = true;
    other.join();
}

} // namespace
} // namespace sartor::process
