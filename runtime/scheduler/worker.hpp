// One OS thread that runs ranks in turn and sleeps when none is ready.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>

#include "runtime/rank/rank.hpp"
#include "runtime/scheduler/arrivals.hpp"
#include "runtime/scheduler/idle_wait.hpp"
#include "runtime/scheduler/inbox.hpp"
#include "runtime/scheduler/poll_turns.hpp"
#include "runtime/scheduler/processors.hpp"
#include "runtime/scheduler/rank_list.hpp"
#include "runtime/scheduler/shared_core.hpp"

namespace sartor::process {

// All workers idle with nothing under way is a deadlock.
extern Census<> census;
// All workers idle, nothing posted, no rank asleep, some rank not ended: reports the waiting ranks and ends
// the process.
void check_for_deadlock() noexcept;

// Other workers of the run, here or in other processes, from which messages may come to a worker: where they
// run.
enum class Others : std::uint8_t { none, on_own_cores, on_shared_cores };

class Worker {
  public:
    // `processors`: where it runs.
    void set_up(Processors processors, Others others, void* transport) noexcept;
    void assign(Rank& rank) noexcept;

    // Runs all assigned ranks to their ends on the calling thread.
    void run() noexcept;

    // The only rank of this worker is the calling thread from now on, and whichever thread calls MPI later:
    // it never leaves its stack. leave_thread(): it has ended; returns when the ranks of other processes
    // have, too.
    void run_here() noexcept;
    void leave_thread() noexcept;

    // Its first rank is the calling thread from now on, on its own stack: see team/. leave_team(): all others
    // have ended, and so does this one; its thread goes on.
    void run_with_caller() noexcept;
    void leave_team() noexcept;
    [[nodiscard]] bool has_only_caller() const noexcept { return live_ == 1; }

    // After all its ranks have ended, until those of others have: goes on collecting.
    static void serve(Worker& worker) noexcept;

    // Called on the fiber of a rank of this worker.
    void block(Rank& self) noexcept;
    // Lets all ranks that are ready run first.
    void yield(Rank& self) noexcept;
    // After a poll that has found nothing: as PollTurns says.
    void give_way(Rank& self) noexcept;
    void sleep(Rank& self, std::int64_t nanoseconds) noexcept;
    [[noreturn]] void leave(Rank& self) noexcept;

    // From now on, when the thread changes its rank, what libraries keep for each thread is changed, too.
    void exchange_data_of_thread() noexcept { exchanges_data_ = true; }

    // Whether another rank waits for its turn, or is to be looked after.
    [[nodiscard]] bool is_wanted() const noexcept {
        return !ready_.empty() || !notices_.looks_empty() || sleepers_ != nullptr;
    }
    // How many polls in vain are worthwhile now.
    [[nodiscard]] int spin_turns() const noexcept { return spin_turns_; }
    // During a wait, after so many looks in vain: fewer are worth it on a processor that others want too.
    void note_vain_looks(int looks) noexcept {
        if (looks % vain_looks_a_note == 0) [[unlikely]]
            look_at_clock(looks);
    }

    // On this worker: one of its ranks may run.
    void notify(Rank& rank) noexcept { rank.wake() ? ready_.push(rank) : poll_turns_.note_message(); }
    // For a schedule of the ranks of this worker: those that may run, the one that has waited longest first.
    [[nodiscard]] bool has_ready() const noexcept { return !ready_.empty(); }
    template <class Visit>
    void for_each_ready(Visit visit) const {
        ready_.for_each(visit);
    }
    [[nodiscard]] Rank& take_ready(int index) noexcept { return *ready_.take(index); }
    void make_ready(Rank& rank) noexcept { ready_.push(rank); }

    // notify() from other workers.
    void notify_from_afar(Rank& rank) noexcept;
    // From other workers, after something was put where this worker looks: it must not sleep over it.
    void rouse() noexcept { idle_wait_.rouse(); }

    // From any thread, also in a signal handler: the worker takes the pause (see pause.hpp) before it runs
    // its next rank.
    void request_pause() noexcept;

    // For the thread that progresses a rank of this worker, inside the rank's critical section: takes in what
    // has come for it. False: nothing.
    [[nodiscard]] bool take_in() noexcept { return collect(); }
    // Its idle wait, for that thread when it is outside.
    [[nodiscard]] IdleWait<>& idle_wait() noexcept { return idle_wait_; }

    [[nodiscard]] const IdleWait<>& idle_wait() const noexcept { return idle_wait_; }
    // Whether a rank polls by calls that do not wait, and goes on by itself where its thread sleeps in
    // between.
    [[nodiscard]] bool polls() const noexcept { return polls_.load(std::memory_order_seq_cst); }
    [[nodiscard]] void* transport() const noexcept { return transport_; }

    // The operating system's number of its thread, once that runs.
    [[nodiscard]] int thread_number() const noexcept { return thread_number_; }

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
    [[nodiscard]] Rank& choose_next() noexcept;
    [[nodiscard, gnu::noinline]] Rank& next() noexcept; // the same, for what is seldom
    [[nodiscard, gnu::noinline]] Rank& wait_for_next() noexcept;
    [[nodiscard]] static Rank& scheduled_next() noexcept;
    [[gnu::noinline]] void switch_to_next(Rank& self) noexcept;
    [[nodiscard]] bool spin() noexcept;
    [[gnu::cold, gnu::noinline]] void look_at_clock(int looks) noexcept;
    void return_to_own_core() noexcept;
    void take_turns(Rank& self) noexcept;
    void poll_in_vain() noexcept;
    [[gnu::cold, gnu::noinline]] void look_at_vain_polls() noexcept;
    [[gnu::cold]] void sleep_between_polls(std::int64_t nanoseconds) noexcept;
    void sleep_until_roused() noexcept;
    void sleep_here() noexcept;
    void go_on(Rank& self, Rank& other) noexcept;
    void exchange_data(Rank& self, Rank& other) noexcept;

    RankList ready_;
    PollTurns poll_turns_;
    Rank* sleepers_ = nullptr; // sorted by wake_time
    void* transport_ = nullptr;
    int live_ = 0;
    Processors processors_;
    int thread_number_ = 0;
    Others others_ = Others::none;
    int spin_turns_ = 0;       // now
    int own_spin_turns_ = 0;   // on a processor of its own
    int few_spin_turns_ = 400; // as long as falling asleep and waking up take
    int vain_polls_ = 0;
    std::uint64_t last_vain_polls_ = 0; // cycles
    std::uint64_t vain_since_ = 0;      // cycles: since then nothing but polls
    std::atomic<bool> polls_{false};
    SharedCore<> core_share_;
    static constexpr int vain_looks_a_note = 32;
    static constexpr unsigned changes_a_look = 4;
    unsigned changes_ = 0; // of ranks, since the last look into the transport
    Context thread_context_;
    int* errno_ = nullptr; // of its thread
    ExceptionState* exceptions_ = nullptr;
    char* openmp_ = nullptr;      // of its thread, in programs that have some
    bool exchanges_data_ = false; // of its thread, when it changes its rank: OpenMP's, rank/thread_data.hpp
    Inbox<Notice> notices_;
    Notice pause_{};                          // of no rank
    alignas(line_pair) IdleWait<> idle_wait_; // finished when all ranks have ended
};

// Waits for an event that others cause: polls while no other rank of the worker is ready, then blocks.
class Backoff {
  public:
    // Before a poll: ready ranks run first, then what has arrived meanwhile is collected at once. False:
    // there are none.
    [[nodiscard]] bool step_aside(Rank& self) noexcept {
        if (!self.worker->is_wanted()) return false;
        turns_ = 0;
        self.worker->block(self);
        return true;
    }
    // Called between two polls. May return early.
    void wait(Rank& self) noexcept {
        if (turns_++ < self.worker->spin_turns() && !self.worker->is_wanted())
            return self.worker->note_vain_looks(turns_);
        turns_ = 0;
        self.worker->block(self);
    }

  private:
    int turns_ = 0;
};

} // namespace sartor::process
