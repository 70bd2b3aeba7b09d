// How far a rank is in its calls, as other ranks of the process see it. By this, programs built with
// --checked find whether a complete access to a window may be ordered before one of another rank.
#pragma once

#include <atomic>
#include <string_view>

#include "framework/slot.hpp"

namespace sartor::mpi {

// Counts what may order other ranks' accesses after those of this one. A rank that has begun no such call
// since has told nobody, whatever others have received meanwhile. For ranks with one thread.
class RankProgress {
  public:
    static constexpr std::string_view name = "counted, for accesses of windows";

    // A call begins. Those that lock, flush and unlock windows tell nobody anything, but for exclusive locks,
    // which are counted apart. The name is a literal, so that the comparisons take no time.
    [[gnu::always_inline]] void begin_call(const char* function) noexcept {
        if (__builtin_strncmp(function, "MPI_Win_lock", 12) != 0 &&
            __builtin_strncmp(function, "MPI_Win_flush", 13) != 0 &&
            __builtin_strncmp(function, "MPI_Win_unlock", 14) != 0)
            add_one(calls_);
    }
    // The rank has entered a collective call of MPI_COMM_WORLD, which none leaves before all have entered it.
    void enter_agreement() noexcept { add_one(agreements_); }

    // Any rank has taken an exclusive lock: of whatever part, it may serve as a mutex for others.
    static void take_exclusive_lock() noexcept { exclusive_locks_.fetch_add(1, std::memory_order_acq_rel); }
    [[nodiscard]] static unsigned exclusive_locks() noexcept {
        return exclusive_locks_.load(std::memory_order_acquire);
    }

    [[nodiscard]] unsigned calls() const noexcept { return calls_.load(std::memory_order_acquire); }

    // Whether the rank has begun no call since `calls`, or one that waits for `other`.
    [[nodiscard]] bool has_told_nobody_since(unsigned calls, const RankProgress& other,
                                             bool has_left) const noexcept {
        const unsigned now = this->calls();
        if (now == calls) return true;
        const bool waits = has_left || agreements_.load(std::memory_order_acquire) >
                                           other.agreements_.load(std::memory_order_relaxed);
        return now == calls + 1 && waits && this->calls() == now;
    }

  private:
    [[gnu::always_inline]] static void add_one(std::atomic<unsigned>& count) noexcept {
        count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }

    inline static std::atomic<unsigned> exclusive_locks_{0};
    std::atomic<unsigned> calls_{0};
    std::atomic<unsigned> agreements_{0};
};

// Nothing is asked of it.
struct NoProgress {
    static constexpr std::string_view name = absent;
    static constexpr void enter_agreement() noexcept {}
    static constexpr void take_exclusive_lock() noexcept {}
};

} // namespace sartor::mpi
