// Wakes threads of another process, in memory that both share.
#pragma once

#include <atomic>
#include <climits>
#include <cstdint>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace sartor::channel::fabric {

// An event count: who is about to sleep notes how often the bell has rung, looks once more for what would
// have rung it, and sleeps only if it has not rung since.
class alignas(64) Bell {
  public:
    // Where all processes have asked the system for it (membarrier(2), "global expedited"), who sleeps pays
    // for the order of memory, and ring() is a load. False: it can't be had.
    [[nodiscard]] static bool prefer_cheap_order() noexcept {
        return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0;
    }
    static void use_cheap_order(bool all_have_it) noexcept { order_is_cheap_ = all_have_it; }

    // After something was written: wakes one of those that sleep. Nobody rings again before the one woken has
    // looked.
    void ring() noexcept {
        if (disarm()) wake_one();
    }
    // The same without waking: whether one is to be woken.
    [[nodiscard]] bool disarm() noexcept {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (!order_is_cheap_) std::atomic_thread_fence(std::memory_order_seq_cst);
        return is_armed_.load(std::memory_order_relaxed) != 0 && is_armed_.exchange(0) != 0;
    }
    void wake_one() noexcept { wake(1); }
    // Wakes all, whatever was written.
    void ring_for_all() noexcept { wake(INT_MAX); }

    // Until the bell rings, or for so many nanoseconds (negative: no limit); returns early now and then. Not
    // at all if something_came().
    template <class Look>
    void sleep(std::int64_t nanoseconds, Look something_came) noexcept {
        const std::uint32_t rung = rung_.load();
        const timespec limit{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
        begin_sleep();
        if (!something_came())
            syscall(SYS_futex, &rung_, FUTEX_WAIT, rung, nanoseconds < 0 ? nullptr : &limit, nullptr, 0);
        end_sleep();
    }
    // Around a sleep elsewhere, of a thread that looks in between, and whom who has disarmed the bell wakes
    // by other means.
    void begin_sleep() noexcept {
        sleepers_.fetch_add(1);
        is_armed_.store(1);
        if (order_is_cheap_) syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0);
    }
    void end_sleep() noexcept {
        if (sleepers_.fetch_sub(1) > 1) is_armed_.store(1); // for the others
    }

    // Whether sleep() waits on this address.
    [[nodiscard]] bool is_slept_on(std::uintptr_t address) const noexcept {
        return address == reinterpret_cast<std::uintptr_t>(&rung_);
    }

  private:
    void wake(int most) noexcept {
        rung_.fetch_add(1);
        syscall(SYS_futex, &rung_, FUTEX_WAKE, most, nullptr, nullptr, 0);
    }

    static inline bool order_is_cheap_ = false; // as in all processes that ring

    std::atomic<std::uint32_t> is_armed_; // somebody may sleep
    std::atomic<std::uint32_t> rung_;     // how often
    std::atomic<std::uint32_t> sleepers_;
};

} // namespace sartor::channel::fabric
