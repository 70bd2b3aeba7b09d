// What a rank knows of accesses to windows, its own and others', for programs whose conflicting accesses are
// detected: by messages, collectives, locks and the words of windows a rank learns what others knew.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "components/one_sided/event_clock.hpp"
#include "components/one_sided/spin_lock.hpp"
#include "runtime/accesses/watched_memory.hpp"

namespace sartor::one_sided {

// One access happened before another if the rank of the second knows the event of the first. The rank itself
// calls all functions. What it knew is published under a number; the last 64 numbers are kept, and for an
// older one others learn the newest: an order may be assumed that there was not, but none is overlooked.
class RankEvents {
  public:
    RankEvents() = default;
    RankEvents(const RankEvents&) = delete;
    RankEvents& operator=(const RankEvents&) = delete;
    ~RankEvents() {
        const SpinGuard guard(lock_);
        if (published_ != 0) all_[self_] = nullptr;
        for (EventClock& one : kept_) one.end();
        known_.end();
        awaited_.end();
    }

    // The number of an access that is made, or complete, now.
    [[nodiscard]] std::uint32_t note_event() noexcept {
        has_events_ = true;
        return known_.of(self()) + 1;
    }
    [[nodiscard]] bool knows(int rank, std::uint32_t event) const noexcept {
        return known_.of(rank) >= event;
    }

    // Whether the sender of this stamp may have known an event of this rank: it did, or that is not known.
    [[nodiscard]] bool told_with(const EventStamp& stamp, std::uint32_t event) const noexcept {
        if (stamp.rank < 0 || stamp.number == 0) return stamp.rank < 0;
        const SpinGuard guard(lock_);
        const RankEvents* const other = all_ != nullptr ? all_[stamp.rank] : nullptr;
        return other == nullptr || other->published_ - stamp.number >= kept ||
               other->kept_[stamp.number % kept].of(self()) >= event;
    }
    // Publishes what is known. Costs a comparison if all of it was published before.
    EventStamp tell() noexcept {
        if (has_events_ || has_news_) publish();
        return {self(), published_};
    }
    // Later events have other numbers than those before.
    void separate() noexcept {
        has_events_ = true;
        tell();
    }
    // To a clock that others read.
    void tell(EventClock& others) noexcept {
        tell();
        others.join(known_);
    }
    void learn(const EventStamp& stamp) noexcept { learn(known_, stamp); }
    void learn(int rank, std::uint32_t event) noexcept { has_news_ |= known_.learn(rank, event); }
    void learn(const EventClock& others) noexcept { has_news_ |= known_.join(others); }

    // What a nonblocking collective has brought is known when it is complete.
    void learn_later(const EventStamp& stamp) noexcept { learn(awaited_, stamp); }
    void learn_awaited() noexcept { learn(awaited_); }

    // All that any rank has published.
    void learn_all() noexcept {
        const unsigned now = publications_.load(std::memory_order_acquire);
        if (now == learnt_publications_) return;
        learnt_publications_ = now;
        const SpinGuard guard(lock_);
        for (int rank = 0; rank < process::size(); ++rank)
            if (const RankEvents* other = all_[rank]; other != nullptr && other != this)
                has_news_ |= known_.join(other->kept_[other->published_ % kept]);
    }

    // What a load or a fetch of this rank brings, that is about to be made: it is known at the next call of
    // hear(). `window`, `part`: where it is.
    struct Heard {
        void (*learn)(RankEvents&, const Heard&) noexcept = nullptr;
        void* window = nullptr;
        int part = 0;
        std::uint64_t first = 0;
        std::uint64_t behind = 0;
        bool stays = false; // other threads of the rank may hear it before it is made
    };
    void hear_next(const Heard& heard) noexcept {
        hear();
        heard_ = heard;
    }
    void hear() noexcept {
        if (heard_.learn == nullptr) return;
        const Heard heard = heard_;
        if (!heard.stays) heard_.learn = nullptr;
        heard.learn(*this, heard);
    }
    // The window is about to be freed.
    void forget(const void* window) noexcept {
        if (heard_.window == window) heard_ = {};
    }

    // Windows that all ranks load and store, by which they may tell each other anything at any time.
    static void begin_shared_windows() noexcept { sartor_rank_watched_memory.share(); }
    [[nodiscard]] static bool has_shared_windows() noexcept { return sartor_rank_watched_memory.is_shared(); }
    // And nobody sees it.
    [[nodiscard]] static bool has_unseen_windows() noexcept {
        return has_shared_windows() && !sartor_rank_watched_memory.is_looked_at();
    }

  private:
    static constexpr std::uint32_t kept = 64;

    [[nodiscard]] static int self() noexcept { return process::current->number; }

    void learn(EventClock& clock, const EventStamp& stamp) noexcept {
        if (stamp.rank < 0 || stamp.number == 0 || stamp.rank == self()) return;
        const SpinGuard guard(lock_);
        const RankEvents* const other = all_[stamp.rank];
        if (other == nullptr) return;
        const bool is_kept = other->published_ - stamp.number < kept;
        const bool news = clock.join(other->kept_[(is_kept ? stamp.number : other->published_) % kept]);
        if (&clock == &known_) has_news_ |= news;
    }
    [[gnu::noinline]] void publish() noexcept {
        if (has_events_) known_.learn(self(), known_.of(self()) + 1);
        has_events_ = has_news_ = false;
        const SpinGuard guard(lock_);
        enter();
        kept_[++published_ % kept].become(known_);
        publications_.fetch_add(1, std::memory_order_release);
    }
    void enter() noexcept {
        if (all_ == nullptr)
            all_ = static_cast<RankEvents**>(
                allocate_zeros_for_library(static_cast<std::size_t>(process::most_ranks()), sizeof *all_));
        if (all_ == nullptr) {
            process::report("no memory for the order of accesses to windows");
            process::end_run(1);
        }
        self_ = self();
        all_[self_] = this;
    }

    inline static SpinLock lock_;              // of what is published
    inline static RankEvents** all_ = nullptr; // null for ranks that have published nothing
    inline static std::atomic<unsigned> publications_{0};

    EventClock known_;
    EventClock awaited_;
    Heard heard_;
    bool has_events_ = false; // since the last publication
    bool has_news_ = false;
    int self_ = 0;
    std::uint32_t published_ = 0; // the last number
    unsigned learnt_publications_ = 0;
    std::array<EventClock, kept> kept_;
};

} // namespace sartor::one_sided
