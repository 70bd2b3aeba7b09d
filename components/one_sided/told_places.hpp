// What ranks tell each other by the contents of a part of a window, and by its lock.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "components/one_sided/rank_events.hpp"
#include "components/one_sided/spin_lock.hpp"

namespace sartor::one_sided {

// A rank that changes a word tells what it knows to those who read that word afterwards; one that returns the
// lock of the part tells it to those who get the lock. Words share 64 clocks: an order may be assumed that
// there was not, but none is overlooked. Used by any rank that shares the memory.
class ToldPlaces {
  public:
    // Of bytes of the part; long stretches are told to all readers.
    void tell(std::uint64_t first, std::uint64_t behind, RankEvents& events) noexcept {
        const SpinGuard guard(lock_);
        if (behind - first > most_bytes) return events.tell(everywhere_);
        for_each(first, behind, [&](EventClock& clock) { events.tell(clock); });
    }
    void learn(std::uint64_t first, std::uint64_t behind, RankEvents& events) noexcept {
        const SpinGuard guard(lock_);
        events.learn(everywhere_);
        for_each(first, behind, [&](const EventClock& clock) { events.learn(clock); });
    }
    // The owner's own loads and stores, of which not all are seen.
    void synchronize(RankEvents& events) noexcept {
        const SpinGuard guard(lock_);
        events.tell(everywhere_);
        events.learn(everywhere_);
        for (const EventClock& clock : clocks_) events.learn(clock);
    }

    void take_lock(bool exclusive, RankEvents& events) noexcept {
        const SpinGuard guard(lock_);
        events.learn(exclusive_);
        if (exclusive) events.learn(shared_);
    }
    void return_lock(bool exclusive, RankEvents& events) noexcept {
        const SpinGuard guard(lock_);
        events.tell(exclusive ? exclusive_ : shared_);
    }

    void end() noexcept {
        for (EventClock& clock : clocks_) clock.end();
        everywhere_.end();
        exclusive_.end();
        shared_.end();
    }

  private:
    static constexpr std::uint64_t word = 8, most_bytes = 64;

    template <class Visit>
    void for_each(std::uint64_t first, std::uint64_t behind, Visit visit) noexcept {
        const std::uint64_t words = (behind + word - 1) / word - first / word;
        for (std::uint64_t one = 0; one < words && one < clocks_.size(); ++one)
            visit(clocks_[(first / word + one) % clocks_.size()]);
    }

    SpinLock lock_;
    std::array<EventClock, 64> clocks_;
    EventClock everywhere_;
    EventClock exclusive_; // of those who had the lock alone
    EventClock shared_;
};

} // namespace sartor::one_sided
