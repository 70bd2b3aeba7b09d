// How workers sleep and are woken, and how the last one that falls asleep knows that nothing is in flight.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/scheduler/atomics.hpp"
#include "runtime/scheduler/fence.hpp"

namespace sartor::process {

// What the operating system does for sleepers (futex(2), membarrier(2)).
struct RealSleep : RealAtomics {
    static void light_fence() noexcept { process::light_fence(); }
    static void heavy_fence() noexcept { process::heavy_fence(); }
    // While the word has this value, at most for so many nanoseconds (negative: no limit). May return early.
    static void wait(std::atomic<std::uint32_t>& word, std::uint32_t value,
                     std::int64_t nanoseconds) noexcept;
    static void wake(std::atomic<std::uint32_t>& word) noexcept;
    // The same of a worker, whose word is 1 while it sleeps. True: a message of another process may have
    // come.
    [[nodiscard]] static bool wait_idle(std::atomic<std::uint32_t>& asleep,
                                        std::int64_t nanoseconds) noexcept;
    static void wake_idle(std::atomic<std::uint32_t>& asleep) noexcept;
};

// The number of workers that are idle and will not become active by themselves.
template <class System = RealSleep>
struct Census {
    typename System::template Atomic<int> idle{0};
    int workers = 0;

    // True for the one that makes it all.
    [[nodiscard]] bool add() noexcept { return idle.fetch_add(1, std::memory_order_seq_cst) + 1 == workers; }
    void subtract() noexcept { idle.fetch_sub(1, std::memory_order_seq_cst); }
};

// One for each worker.
template <class System = RealSleep>
class IdleWait {
  public:
    // Called by other workers after they posted something for this one: it must not sleep then. A compiler
    // fence and a load while the worker is awake.
    void rouse() noexcept {
        System::light_fence();
        if (asleep_.load(std::memory_order_relaxed) != 0) [[unlikely]]
            wake_up();
    }

    // Sleeps until woken, unless look() finds something to do. suspect() is called by the last worker that
    // falls asleep.
    template <class Look, class Suspect>
    void sleep(Census<System>& census, Look look, Suspect suspect) noexcept {
        begin_sleep();
        if (look()) return end_sleep();
        if (census.add()) suspect();
        while (asleep_.load(std::memory_order_seq_cst) != 0)
            if (System::wait_idle(asleep_, -1)) note_awakening();
        census.subtract();
    }

    // The same with a limit in nanoseconds; one that wakes by itself is not counted.
    template <class Look>
    void doze(Look look, std::int64_t limit) noexcept {
        begin_sleep();
        if (!look() && System::wait_idle(asleep_, limit)) note_awakening();
        end_sleep();
    }

    // Its worker has nothing to do for good. To be counted after that.
    void finish() noexcept { finished_.store(true, std::memory_order_seq_cst); }

    // Nothing will happen here unless another thread makes it happen. From any thread.
    [[nodiscard]] bool is_quiet() const noexcept {
        return asleep_.load(std::memory_order_seq_cst) != 0 || finished_.load(std::memory_order_seq_cst);
    }
    // How often it was woken up.
    [[nodiscard]] std::uint32_t awakenings() const noexcept {
        return awakenings_.load(std::memory_order_seq_cst);
    }

  private:
    void begin_sleep() noexcept {
        asleep_.store(1, std::memory_order_seq_cst);
        System::heavy_fence();
    }
    void end_sleep() noexcept { asleep_.store(0, std::memory_order_seq_cst); }

    bool note_awakening() noexcept {
        if (asleep_.exchange(0, std::memory_order_seq_cst) == 0) return false;
        awakenings_.fetch_add(1, std::memory_order_seq_cst);
        return true;
    }
    [[gnu::cold, gnu::noinline]] void wake_up() noexcept {
        if (note_awakening()) System::wake_idle(asleep_);
    }

    typename System::template Atomic<std::uint32_t> asleep_{0}; // futex: 1 while the thread may sleep
    typename System::template Atomic<std::uint32_t> awakenings_{0};
    typename System::template Atomic<bool> finished_{false};
};

extern template class IdleWait<RealSleep>;

// Whether nothing is in flight any more: all workers are idle, and none has been woken. `idle_wait_of(index)`
// for each worker.
//
// The workers are examined one after the other, while they may wake each other. When `idle` is read all are
// counted, so each is asleep or has been woken; one that was woken before it was examined would have been
// seen awake, one that was woken after that changes its awakenings: whoever wakes counts these before it is
// idle itself.
template <class System, class IdleWaitOf>
[[nodiscard]] bool nothing_under_way(const Census<System>& census, IdleWaitOf idle_wait_of) noexcept {
    const auto awakenings = [&] {
        std::uint32_t sum = 0;
        for (int index = 0; index < census.workers; ++index) sum += idle_wait_of(index).awakenings();
        return sum;
    };
    const std::uint32_t before = awakenings();
    for (int index = 0; index < census.workers; ++index)
        if (!idle_wait_of(index).is_quiet()) return false;
    return census.idle.load(std::memory_order_seq_cst) == census.workers && awakenings() == before;
}

} // namespace sartor::process
