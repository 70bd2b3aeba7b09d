// How workers sleep and are woken, and how the last one that falls asleep knows that nothing is in flight.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/scheduler/event_count.hpp"

namespace sartor::process {

// Where workers sleep: in their event counts, or where messages of other processes also wake them
// (Peers::sleep).
struct SleepOfWorkers {
    // True: a message of another process may have come.
    [[nodiscard]] static bool sleep(EventCount<>& events, EventCount<>::Count so_far,
                                    std::int64_t nanoseconds) noexcept;
    static void wake(EventCount<>& events) noexcept;
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
template <class System = RealSleep, class Sleep = SleepOfWorkers>
class IdleWait {
  public:
    // Called by other workers after they posted something for this one: it must not sleep then. A compiler
    // fence and a load while the worker is awake.
    void rouse() noexcept {
        if (events_.may_be_awaited()) [[unlikely]]
            wake_up();
    }

    // Sleeps until woken, unless look() finds something to do. suspect() is called by the last worker that
    // falls asleep.
    template <class Look, class Suspect>
    void sleep(Census<System>& census, Look look, Suspect suspect) noexcept {
        const auto so_far = events_.prepare();
        if (look()) return events_.end();
        if (census.add()) suspect();
        while (events_.count() == so_far) sleep_once(so_far, -1);
        census.subtract();
        events_.end();
    }

    // The same with a limit in nanoseconds; one that wakes by itself is not counted.
    template <class Look>
    void doze(Look look, std::int64_t limit) noexcept {
        const auto so_far = events_.prepare();
        if (!look()) sleep_once(so_far, limit);
        events_.end();
    }

    // Its worker has nothing to do for good. To be counted after that.
    void finish() noexcept { finished_.store(true, std::memory_order_seq_cst); }

    // Nothing will happen here unless another thread makes it happen. From any thread.
    [[nodiscard]] bool is_quiet() const noexcept {
        return events_.is_awaited() || finished_.load(std::memory_order_seq_cst);
    }
    // Changes whenever it is woken up.
    [[nodiscard]] std::uint32_t awakenings() const noexcept { return events_.count(); }

  private:
    // A worker that finds a message is awake by that.
    void sleep_once(std::uint32_t so_far, std::int64_t limit) noexcept {
        if (Sleep::sleep(events_, so_far, limit)) static_cast<void>(events_.disarm());
    }

    [[gnu::cold, gnu::noinline]] void wake_up() noexcept {
        if (events_.disarm_for_sleeper()) Sleep::wake(events_);
    }

    EventCount<System> events_;
    typename System::template Atomic<bool> finished_{false};
};

extern template class IdleWait<RealSleep>;

// Whether nothing is in flight any more: all workers are idle, and none has been woken. `idle_wait_of(index)`
// for each worker.
//
// The workers are examined one after the other, while they may wake each other. When `idle` is read all are
// counted, so each is asleep or has been woken; one that was woken before it was examined would have been
// seen awake, one that was woken after that changes its awakenings.
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
