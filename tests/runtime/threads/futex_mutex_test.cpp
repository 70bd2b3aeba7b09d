// A mutex in every order of the accesses: one thread at a time is inside, and none sleeps for ever.
#include "runtime/threads/futex_mutex.hpp"

#include <optional>

#include <gtest/gtest.h>

#include "tests/support/model_sleep.hpp"

namespace {

using namespace sartor::test;

// Wakes nobody.
struct Forgetful : ModelSleep {
    static void wake(ModelAtomic<std::uint32_t>&, int = 1) noexcept {}
};

// Threads that each go inside so many times.
template <class System>
std::string explore(int threads, int times, int most_preemptions) {
    using Mutex = sartor::process::FutexMutex<System, 1>;
    std::optional<Mutex> mutex;
    int inside = 0;
    int sum = 0;
    const auto body = [&] {
        for (int time = 0; time < times; ++time) {
            mutex->lock();
            Interleavings::active->expect(++inside == 1, "two threads are inside");
            ++sum;
            --inside;
            mutex->unlock();
        }
    };
    Interleavings interleavings(most_preemptions, Interleavings::Memory::store_buffers);
    const std::vector<std::function<void()>> bodies(static_cast<std::size_t>(threads), body);
    const std::string error = interleavings.explore(
        [&] {
            mutex.emplace();
            inside = sum = 0;
        },
        bodies, [&] { EXPECT_EQ(sum, threads * times); });
    std::printf("%lld interleavings%s%s\n", static_cast<long long>(interleavings.explored()),
                error.empty() ? "" : ": ", error.c_str());
    return error;
}

TEST(FutexMutex, KeepsTwoThreadsApart) {
    EXPECT_EQ(explore<ModelSleep>(2, 3, 4), "");
}
TEST(FutexMutex, KeepsThreeThreadsApart) {
    EXPECT_EQ(explore<ModelSleep>(3, 2, 3), "");
}
TEST(FutexMutex, WithoutWakingAThreadSleepsForEver) {
    EXPECT_NE(explore<Forgetful>(2, 2, 3), "");
}

} // namespace
