// Sleeping until another thread says that something has happened: an event count (D. Reed, R. Kanodia,
// "Synchronization with Eventcounts and Sequencers", 1979). Threads that wait for others sleep here, except
// in a mutex, and at descriptors.
#pragma once

#include <atomic>
#include <bit>
#include <climits>
#include <cstdint>

#include "runtime/scheduler/atomics.hpp"
#include "runtime/scheduler/fence.hpp"

namespace sartor::process {

// What the operating system does for sleepers (futex(2), membarrier(2)), of threads of one process.
struct RealSleep : RealAtomics {
    static constexpr int all = INT_MAX;

    static void light_fence() noexcept { process::light_fence(); }
    static void heavy_fence() noexcept { process::heavy_fence(); }
    // While the word has this value, at most for so many nanoseconds (negative: no limit). May return early.
    static void wait(std::atomic<std::uint32_t>& word, std::uint32_t value,
                     std::int64_t nanoseconds) noexcept;
    static void wake(std::atomic<std::uint32_t>& word, int most = 1) noexcept;
    // The same with the lower half of a word.
    static void wait(std::atomic<std::uint64_t>& word, std::uint32_t lower_half,
                     std::int64_t nanoseconds) noexcept;
    static void wake(std::atomic<std::uint64_t>& word, int most) noexcept;
    static std::int64_t time() noexcept; // nanoseconds
};

// Two ways to use it.
//
// For events that are rare: the sleeper takes count(), looks whether the event has happened, and calls
// await(count). The other thread calls advance() after each event.
//
// For events that are frequent, and sleepers that are rare: the sleeper calls prepare(), looks, calls sleep()
// unless it has found something, and end(). The other thread calls notify_one(), which is a load while nobody
// sleeps; the sleeper's fence orders it behind what was written before.
//
// Zeroed memory is an event count. `System`: the atomics, and what lets threads sleep.
template <class System = RealSleep>
class EventCount {
  public:
    using Count = std::uint32_t;

    // How many events there have been. notify_one() counts only those that a sleeper was there for.
    [[nodiscard]] Count count() const noexcept { return count_in(state_.load(std::memory_order_acquire)); }
    // Whether a thread sleeps, or is about to, and no event has been counted since.
    [[nodiscard]] bool is_awaited() const noexcept {
        return (state_.load(std::memory_order_seq_cst) & awaited) != 0;
    }

    // Counts an event. True: there may be sleepers, whom wake() wakes. The event count may be gone by then,
    // if they saw the event by themselves: its address is all that waking needs.
    [[gnu::noinline]] bool count_one() noexcept {
        std::uint64_t before = state_.load(std::memory_order_relaxed);
        while (!state_.compare_exchange_weak(before, after_event(before), std::memory_order_seq_cst,
                                             std::memory_order_relaxed)) {
        }
        return before >= a_sleeper;
    }
    [[gnu::noinline]] void advance() noexcept {
        if (count_one()) wake(System::all);
    }

    void notify_one() noexcept {
        if (disarm()) [[unlikely]]
            wake(1);
    }
    // The same without waking: whether a sleeper is to be woken. Not true again until one that is awake has
    // ended, or another one prepares.
    [[nodiscard]] bool disarm() noexcept { return may_be_awaited() && disarm_for_sleeper(); }
    // The first half of it, which is a load.
    [[nodiscard]] bool may_be_awaited() const noexcept {
        System::light_fence();
        return (state_.load(std::memory_order_relaxed) & awaited) != 0;
    }
    [[gnu::cold, gnu::noinline]] bool disarm_for_sleeper() noexcept {
        std::uint64_t before = state_.load(std::memory_order_relaxed);
        while ((before & awaited) != 0)
            if (state_.compare_exchange_weak(before, after_event(before), std::memory_order_seq_cst,
                                             std::memory_order_relaxed))
                return true;
        return false;
    }
    void wake(int most) noexcept { System::wake(state_, most); }

    // There is a sleeper from now on, until end(): events that it does not see yet will count.
    [[nodiscard, gnu::noinline]] Count prepare() noexcept {
        const Count so_far = announce();
        System::heavy_fence();
        return so_far;
    }
    // Between prepare() and end(): until the count has changed, or for so many nanoseconds (negative: no
    // limit). May return early.
    void sleep(Count so_far, std::int64_t nanoseconds) noexcept {
        System::wait(state_, so_far | awaited, nanoseconds);
    }
    // Others that sleep are to be woken from now on, even if one was woken for all.
    [[gnu::noinline]] void end() noexcept {
        std::uint64_t before = state_.load(std::memory_order_relaxed);
        while (!state_.compare_exchange_weak(before, without_sleeper(before), std::memory_order_seq_cst,
                                             std::memory_order_relaxed)) {
        }
    }

    // All three, unless look() finds something.
    template <class Look>
    void sleep_unless(Look look, std::int64_t nanoseconds) noexcept {
        const Count so_far = prepare();
        if (!look()) sleep(so_far, nanoseconds);
        end();
    }

    // Until the count has changed, or for so many nanoseconds. May return early.
    void await(Count so_far, std::int64_t nanoseconds) noexcept {
        if (announce() == so_far) sleep(so_far, nanoseconds);
        end();
    }
    // Until condition() holds, whose changes are followed by advance(), or so many nanoseconds are over:
    // whether it holds.
    template <class Condition>
    bool wait_until(Condition condition, std::int64_t nanoseconds = -1) noexcept {
        const auto holds = [](void* object) -> bool { return (*static_cast<Condition*>(object))(); };
        return wait_until_it_holds(holds, &condition, nanoseconds);
    }

    // Whether a system call with this address is sleep().
    [[nodiscard]] bool is_slept_on(std::uintptr_t address) const noexcept {
        return address == reinterpret_cast<std::uintptr_t>(&state_);
    }

  private:
    // The lower half, which the system compares: whether it is awaited, and the count in steps of two. Above
    // it the number of sleepers.
    static constexpr std::uint64_t awaited = 1, an_event = 2, a_sleeper = std::uint64_t{1} << 32;
    static_assert(std::endian::native == std::endian::little, "the lower half comes first");

    static constexpr Count count_in(std::uint64_t state) noexcept {
        return static_cast<Count>(state) & ~static_cast<Count>(awaited);
    }
    // The lower half may overflow, and the upper one must not notice.
    static constexpr std::uint64_t after_event(std::uint64_t state) noexcept {
        return (state & ~(a_sleeper - 1)) | static_cast<Count>(count_in(state) + an_event);
    }
    static constexpr std::uint64_t without_sleeper(std::uint64_t state) noexcept {
        const std::uint64_t others = state - a_sleeper;
        return others >= a_sleeper ? others | awaited : others & ~awaited;
    }

    // One copy for all conditions.
    [[gnu::noinline]] bool wait_until_it_holds(bool (*holds)(void*), void* condition,
                                               std::int64_t nanoseconds) noexcept {
        const std::int64_t end = nanoseconds < 0 ? 0 : System::time() + nanoseconds;
        for (;;) {
            const Count so_far = count();
            if (holds(condition)) return true;
            const std::int64_t left = nanoseconds < 0 ? -1 : end - System::time();
            if (nanoseconds >= 0 && left <= 0) return false;
            await(so_far, left);
        }
    }
    [[gnu::noinline]] Count announce() noexcept {
        std::uint64_t before = state_.load(std::memory_order_relaxed);
        while (!state_.compare_exchange_weak(before, (before + a_sleeper) | awaited,
                                             std::memory_order_seq_cst, std::memory_order_relaxed)) {
        }
        return count_in(before);
    }

    typename System::template Atomic<std::uint64_t> state_{0};
};

extern template class EventCount<RealSleep>;

} // namespace sartor::process
