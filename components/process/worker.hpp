// One OS thread that runs ranks in turn and sleeps when none is ready.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>

#include "components/process/arrivals.hpp"
#include "components/process/inbox.hpp"
#include "components/process/rank.hpp"
#include "components/process/slumber.hpp"

namespace sartor::process {

// First in, first out; links through Rank::next.
class RankList {
  public:
    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
    void push(Rank& rank) noexcept {
        rank.next = nullptr;
        (empty() ? first_ : last_->next) = &rank;
        last_ = &rank;
    }
    [[nodiscard]] Rank* pop() noexcept {
        Rank* rank = first_;
        if (rank != nullptr) first_ = rank->next;
        return rank;
    }

  private:
    Rank* first_ = nullptr;
    Rank* last_ = nullptr;
};

class Worker {
  public:
    // `spin_turns`: how often an idle worker looks before it sleeps.
    void set_up(int core, int spin_turns, void* mailbox) noexcept;
    void assign(Rank& rank) noexcept;

    // Runs all assigned ranks to their ends on the calling thread.
    void run() noexcept;

    // Called on the fiber of a rank of this worker.
    void block(Rank& self) noexcept;
    void yield(Rank& self) noexcept;
    void sleep(Rank& self, std::int64_t nanoseconds) noexcept;
    [[noreturn]] void leave(Rank& self) noexcept;

    // Whether another rank waits for its turn, or is to be looked after.
    [[nodiscard]] bool is_wanted() const noexcept {
        return !ready_.empty() || !notices_.looks_empty() || sleepers_ != nullptr;
    }
    [[nodiscard]] int spin_turns() const noexcept { return spin_turns_; }

    // On this worker: a rank of mine may go on.
    void notify(Rank& rank) noexcept {
        if (rank.wake()) ready_.push(rank);
    }
    // From other workers: the same.
    void notify_from_afar(Rank& rank) noexcept;
    // From other workers, after something was put where this worker looks: it must not sleep over it.
    void rouse() noexcept { slumber_.rouse(); }

    [[nodiscard]] const Slumber<>& slumber() const noexcept { return slumber_; }
    [[nodiscard]] void* mailbox() const noexcept { return mailbox_; }

    pthread_t thread{};
    Arrivals arrivals;  // of its ranks
    int first_rank = 0; // under compact mapping its ranks are those up to end_rank
    int end_rank = 0;

  private:
    void bind() const noexcept;
    [[gnu::noinline]] bool collect() noexcept;
    [[gnu::noinline]] void collect_notices_and_sleepers() noexcept;
    void collect_notices() noexcept;
    void collect_sleepers() noexcept;
    [[nodiscard]] Rank& find_next() noexcept;
    [[nodiscard, gnu::noinline]] Rank& next() noexcept; // the same, for what is seldom
    [[nodiscard, gnu::noinline]] Rank& wait_for_next() noexcept;
    [[nodiscard]] static Rank& scheduled_next() noexcept;
    [[gnu::noinline]] void switch_to_next(Rank& self) noexcept;
    [[nodiscard]] bool spin() noexcept;
    void sleep_until_roused() noexcept;
    void go_on(Rank& self, Rank& other) noexcept;

    RankList ready_;
    Rank* sleepers_ = nullptr; // sorted by wake_time
    void* mailbox_ = nullptr;
    int live_ = 0;
    int core_ = -1;
    int spin_turns_ = 0;
    static constexpr unsigned changes_a_look = 4;
    unsigned changes_ = 0; // of ranks, since the last look into the mailbox
    Context thread_context_;
    int* errno_ = nullptr; // of its thread
    ExceptionState* exceptions_ = nullptr;
    Inbox<Notice> notices_;
    alignas(line_pair) Slumber<> slumber_; // finished when all ranks have ended
};

// Waits for something that others bring about: looks again and again while no other rank of the worker wants
// to run, then blocks.
class Patience {
  public:
    // Before a look: ranks that can go on come first, then what has come in the meantime is taken in at once.
    // False: there are none.
    [[nodiscard]] bool step_aside(Rank& self) noexcept {
        if (!self.worker->is_wanted()) return false;
        turns_ = 0;
        self.worker->block(self);
        return true;
    }
    // Once between two looks. May return early.
    void wait(Rank& self) noexcept {
        if (turns_++ < self.worker->spin_turns() && !self.worker->is_wanted()) return;
        turns_ = 0;
        self.worker->block(self);
    }

  private:
    int turns_ = 0;
};

// All workers idle with nothing under way is a deadlock.
extern Census<> census;

} // namespace sartor::process
