// A lock in memory that several processes share, held for a few instructions. Whoever dies inside leaves what
// it guards as it is; others take the lock over.
#pragma once

#include <atomic>
#include <cstdint>
#include <sched.h>

namespace sartor::process {

class SharedLock {
  public:
    using Word = std::atomic<std::uint32_t>; // 0: free; else the number of the process that holds it, and 1

    // `own`: the number of this process, of which any thread may wait. is_gone(process): it will not unlock.
    template <class IsGone>
    SharedLock(Word& word, int own, IsGone is_gone) noexcept : word_(word) {
        const auto self = static_cast<std::uint32_t>(own) + 1;
        for (;;) {
            std::uint32_t holder = 0;
            if (word.compare_exchange_weak(holder, self, std::memory_order_acquire)) return;
            if (holder != 0 && holder != self && is_gone(static_cast<int>(holder) - 1) &&
                word.compare_exchange_strong(holder, self, std::memory_order_acquire))
                return;
            sched_yield();
        }
    }
    ~SharedLock() { word_.store(0, std::memory_order_release); }
    SharedLock(const SharedLock&) = delete;
    SharedLock& operator=(const SharedLock&) = delete;

  private:
    Word& word_;
};

} // namespace sartor::process
