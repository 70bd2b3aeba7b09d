// A mutex whose free case is inlined: one atomic operation to lock it and one to unlock it. (U. Drepper,
// Futexes Are Tricky, the second mutex.) That of the C library takes four times as many instructions.
#pragma once

#include <cstdint>

#include "runtime/scheduler/idle_wait.hpp"

namespace sartor::process {

// Not recursive, and not fair: whoever runs is faster than whoever was woken. Who finds it locked looks
// `looks` times, as long as most stay inside, before it sleeps. `System`: the atomics, and what lets threads
// sleep.
template <class System = RealSleep, int looks = 100>
class FutexMutex {
  public:
    void lock() noexcept {
        if (!try_lock()) [[unlikely]]
            lock_later();
    }
    // True: others may have waited for it, of whom one is awake now.
    bool unlock() noexcept {
        const bool wanted = word_.exchange(0, std::memory_order_release) == locked_and_wanted;
        if (wanted) [[unlikely]]
            System::wake(word_);
        return wanted;
    }

  private:
    static constexpr std::uint32_t locked = 1, locked_and_wanted = 2;

    [[nodiscard]] bool try_lock() noexcept {
        std::uint32_t free = 0;
        return word_.compare_exchange_weak(free, locked, std::memory_order_acquire,
                                           std::memory_order_relaxed);
    }

    // Who has slept can't know whether it was the last one, and leaves the mark that it is wanted.
    [[gnu::noinline]] void lock_later() noexcept {
        for (int look = 0; look < looks; ++look) {
            System::pause();
            if (word_.load(std::memory_order_relaxed) == 0 && try_lock()) return;
        }
        while (word_.exchange(locked_and_wanted, std::memory_order_acquire) != 0)
            System::wait(word_, locked_and_wanted, -1);
    }

    typename System::template Atomic<std::uint32_t> word_{0};
};

} // namespace sartor::process
