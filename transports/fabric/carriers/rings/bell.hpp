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

#include "runtime/scheduler/event_count.hpp"

namespace sartor::channel::fabric {

// What the operating system does for threads of several processes.
struct SleepBetweenProcesses : process::RealAtomics {
    static constexpr int all = INT_MAX;

    // Where all processes have asked the system for it (membarrier(2), "global expedited"), sleepers pay for
    // the order of memory, and notifying is a load. False: it can't be had.
    [[nodiscard]] static bool prefer_asymmetric_fences() noexcept {
        return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0;
    }
    static void use_asymmetric_fences(bool all_have_them) noexcept { fences_are_asymmetric = all_have_them; }

    static void light_fence() noexcept {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (!fences_are_asymmetric) std::atomic_thread_fence(std::memory_order_seq_cst);
    }
    static void heavy_fence() noexcept {
        if (fences_are_asymmetric) syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0);
    }
    static void wait(std::atomic<std::uint64_t>& word, std::uint32_t lower_half,
                     std::int64_t nanoseconds) noexcept {
        const timespec limit{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
        syscall(SYS_futex, &word, FUTEX_WAIT, lower_half, nanoseconds < 0 ? nullptr : &limit, nullptr, 0);
    }
    static void wake(std::atomic<std::uint64_t>& word, int most) noexcept {
        syscall(SYS_futex, &word, FUTEX_WAKE, most, nullptr, nullptr, 0);
    }

  private:
    static inline bool fences_are_asymmetric = false; // as in all processes that notify
};

// One for each process: it is notified of what was written for it.
struct alignas(64) Bell : process::EventCount<SleepBetweenProcesses> {};

} // namespace sartor::channel::fabric
