// A lock for a few instructions: between workers, never across a wait.
#pragma once

#include <atomic>
#include <sched.h>

namespace sartor::one_sided {

// Ranks of one worker never compete: none yields its worker while it holds the lock. A worker that finds it
// held for long (1000 tests) yields its processor.
class SpinLock {
  public:
    void lock() noexcept {
        for (int looks = 0; held_.test_and_set(std::memory_order_acquire);)
            while (held_.test(std::memory_order_relaxed)) // not to take the line from the one that holds it
                if (++looks >= most_looks) {
                    sched_yield();
                    looks = 0;
                }
    }
    void unlock() noexcept { held_.clear(std::memory_order_release); }

  private:
    static constexpr int most_looks = 1000;

    std::atomic_flag held_;
};

class [[nodiscard]] SpinGuard {
  public:
    explicit SpinGuard(SpinLock& lock) noexcept : lock_(lock) { lock_.lock(); }
    ~SpinGuard() { lock_.unlock(); }
    SpinGuard(const SpinGuard&) = delete;
    SpinGuard& operator=(const SpinGuard&) = delete;

  private:
    SpinLock& lock_;
};

} // namespace sartor::one_sided
