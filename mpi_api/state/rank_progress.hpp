// How far a rank is in its calls, as other ranks of the process see it: programs built with --checked find by it
// whether an access to a window, which is complete, may be ordered before one of another rank.
#pragma once

#include <atomic>

namespace sartor::mpi {

// Counts what may order other ranks' accesses after those of this one. A rank that has begun no such call since
// has told nobody, whatever others have received meanwhile. For ranks with one thread.
class RankProgress {
  public:
    // A call begins. The name is a literal, so that the comparisons take no time. Locks are counted where they
    // order something: see CheckedWindows::is_alone().
    [[gnu::always_inline]] void begin_call(const char* function) noexcept {
        if (__builtin_strncmp(function, "MPI_Win_lock", 12) != 0 &&
            __builtin_strncmp(function, "MPI_Win_flush", 13) != 0 &&
            __builtin_strncmp(function, "MPI_Win_unlock", 14) != 0)
            add_one(calls_);
    }
    // The rank has entered a collective call of MPI_COMM_WORLD, which none leaves before all have entered it.
    void enter_agreement() noexcept { add_one(agreements_); }

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

    std::atomic<unsigned> calls_{0};
    std::atomic<unsigned> agreements_{0};
};

// Nothing is asked of it.
struct NoProgress {
    static constexpr void begin_call(const char*) noexcept {}
    static constexpr void enter_agreement() noexcept {}
};

} // namespace sartor::mpi
