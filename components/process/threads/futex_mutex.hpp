// A mutex whose free case is inlined: one atomic operation to lock it and one to unlock it. (Drepper: Futexes are
// tricky, the second mutex.) That of the C library takes four times as many instructions.
#pragma once

#include <atomic>
#include <cstdint>

#include "components/process/scheduler/idle_wait.hpp"

namespace sartor::process {

// Not recursive. Whoever finds it locked looks for a while before it sleeps.
class FutexMutex {
  public:
    void lock() noexcept {
        std::uint32_t free = 0;
        if (!word_.compare_exchange_strong(free, locked, std::memory_order_acquire, std::memory_order_relaxed))
            [[unlikely]]
            lock_later();
    }
    void unlock() noexcept {
        if (word_.exchange(0, std::memory_order_release) == locked_and_wanted) [[unlikely]]
            RealSleep::wake(word_);
    }

  private:
    static constexpr std::uint32_t locked = 1, locked_and_wanted = 2;

    [[gnu::noinline]] void lock_later() noexcept {
        constexpr int looks = 100; // as long as most stay inside
        for (int look = 0; look < looks; ++look) {
            RealAtomics::pause();
            std::uint32_t free = 0;
            if (word_.load(std::memory_order_relaxed) == 0 &&
                word_.compare_exchange_strong(free, locked, std::memory_order_acquire, std::memory_order_relaxed))
                return;
        }
        while (word_.exchange(locked_and_wanted, std::memory_order_acquire) != 0)
            RealSleep::wait(word_, locked_and_wanted, -1);
    }

    std::atomic<std::uint32_t> word_{0};
};

} // namespace sartor::process
