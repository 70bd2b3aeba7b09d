// Threads that sleep until something comes for their rank, or until all threads of the process are stuck.
#include "components/process/threads/stuck.hpp"

#include <gtest/gtest.h>

namespace sartor::process {
namespace {

// A message comes when the thread has looked in vain, but before it examines the other threads, which wait by
// then.
TEST(SleepAmongThreads, SeesWhatCameBeforeAllOthersWaited) {
    IdleWait<> idle_wait;
    int looks = 0;
    sartor_sleep_among_threads(idle_wait,
                               {[](void* object) { return ++*static_cast<int*>(object) > 2; }, &looks});
    EXPECT_EQ(looks, 3);
}

} // namespace
} // namespace sartor::process
