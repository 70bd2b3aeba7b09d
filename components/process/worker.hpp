// One OS thread that runs ranks in turn and sleeps when none is ready.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>

#include "components/process/inbox.hpp"
#include "components/process/rank.hpp"

namespace sartor::process {

// First in, first out; links through Rank::next.
class RankList {
  public:
    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
    void push(Rank& rank) noexcept;
    [[nodiscard]] Rank* pop() noexcept;

  private:
    Rank* first_ = nullptr;
    Rank* last_ = nullptr;
};

class Worker {
  public:
    void set_up(int core) noexcept { core_ = core; }
    void assign(Rank& rank) noexcept;

    // Runs all assigned ranks to their ends on the calling thread.
    void run() noexcept;

    // Called on the fiber of a rank of this worker.
    void block(Rank& self) noexcept;
    void yield(Rank& self) noexcept;
    void sleep(Rank& self, std::int64_t nanoseconds) noexcept;
    [[noreturn]] void leave(Rank& self) noexcept;

    // From anywhere: this rank of mine is ready again.
    void make_ready(Rank& rank) noexcept;
    [[nodiscard]] bool has_post() const noexcept { return !inbox_.empty(); }
    [[nodiscard]] bool has_sleepers() const noexcept { return sleepers_ != nullptr; }

    pthread_t thread{};

  private:
    void bind() const noexcept;
    void collect() noexcept;
    void collect_inbox() noexcept;
    void collect_sleepers() noexcept;
    [[nodiscard]] Rank& next() noexcept;
    [[nodiscard]] static Rank& scheduled_next() noexcept;
    void switch_to_next(Rank& self) noexcept;
    [[nodiscard]] bool spin() noexcept;
    void wait_for_post() noexcept;
    void go_on(Rank& self, Rank& other) noexcept;

    RankList ready_;
    Rank* sleepers_ = nullptr; // sorted by wake_time
    int live_ = 0;
    int core_ = -1;
    Context thread_context_;
    Inbox<Rank> inbox_;
    std::atomic<std::uint32_t> asleep_{0}; // futex: 1 while the thread may sleep
};

// How many workers found nothing to do; all of them at once with nothing under way is a deadlock.
struct IdleCount {
    std::atomic<int> idle{0};
    int workers = 0;
};
extern IdleCount idle_count;

} // namespace sartor::process
