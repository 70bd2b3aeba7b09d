// Scheduling: who runs next on a worker, how ranks of other workers are woken, when a worker sleeps.
#include "components/process/worker.hpp"

#include <cerrno>
#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "components/process/crash.hpp"
#include "components/process/output.hpp"
#include "components/process/process.hpp"
#include "components/process/process_state.hpp"

namespace sartor::process {

constinit thread_local Rank* current __attribute__((tls_model("local-exec"))) = nullptr;
Census<> census;
template class Slumber<RealSleep>;

void RealSleep::wait(std::atomic<std::uint32_t>& word, std::uint32_t value,
                     std::int64_t nanoseconds) noexcept {
    timespec limit{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nanoseconds < 0 ? nullptr : &limit, nullptr, 0);
}

void RealSleep::wake(std::atomic<std::uint32_t>& word) noexcept {
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

void Worker::set_up(int core, int spin_turns, void* mailbox) noexcept {
    core_ = core;
    spin_turns_ = spin_turns;
    mailbox_ = mailbox;
}

void Worker::assign(Rank& rank) noexcept {
    rank.worker = this;
    rank.mailbox = mailbox_;
    rank.notice.rank = &rank;
    if (live_ == 0) first_rank = rank.number;
    end_rank = rank.number + 1;
    state.schedule != nullptr ? state.schedule->add(rank) : ready_.push(rank);
    ++live_;
}

void Worker::bind() const noexcept {
    if (core_ < 0) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core_, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        report("core %d can't be used by this process: its worker is left unbound", core_);
}

void Worker::run() noexcept {
    bind();
    errno_ = &errno;
    const SignalStack signal_stack;
    thread_context_.adopt_thread();
    if (live_ == 0) return;
    Rank* first = state.schedule != nullptr ? &scheduled_next() : ready_.pop();
    current = first;
    first->permit.store(Permit::running, std::memory_order_relaxed);
    state.prepare_fiber(*first);
    Context::switch_to(thread_context_, first->context);
    current = nullptr;
}

// What a rank owns of its thread is saved when it leaves and put back when it returns.
inline void Worker::go_on(Rank& self, Rank& other) noexcept {
    if (!other.context.prepared()) [[unlikely]]
        state.prepare_fiber(other);
    self.saved_errno = *errno_;
    if (exceptions_ == nullptr) exceptions_ = exception_state_of_thread();
    if (exceptions_ != nullptr) {
        self.exceptions = *exceptions_;
        *exceptions_ = {nullptr, 0};
    }
    current = &other;
    Context::switch_to(self.context, other.context);
    if (exceptions_ != nullptr) *exceptions_ = self.exceptions;
    *errno_ = self.saved_errno;
}

// The frequent change of rank: all of it is in this one function, but what is seldom.
void Worker::block(Rank& self) noexcept {
    const Permit permit = self.permit.load(std::memory_order_relaxed);
    if (permit == Permit::running) [[likely]] {
        self.permit.store(Permit::blocked, std::memory_order_relaxed);
        if (self.context.stack().overflowed()) [[unlikely]]
            end_overflowed(self);
        Rank& other = find_next();
        if (&other != &self) [[likely]]
            go_on(self, other);
    } else if (permit == Permit::blocked) [[unlikely]] {
        end_threads_at_once(self);
    }
    self.permit.store(Permit::running, std::memory_order_relaxed);
}

void Worker::switch_to_next(Rank& self) noexcept {
    if (self.context.stack().overflowed()) end_overflowed(self);
    Rank& other = next();
    if (&other != &self) go_on(self, other);
}

void Worker::yield(Rank& self) noexcept {
    if (state.schedule != nullptr) {
        state.schedule->add(self);
        return switch_to_next(self);
    }
    collect();
    if (ready_.empty()) return;
    ready_.push(self);
    switch_to_next(self);
}

void Worker::sleep(Rank& self, std::int64_t nanoseconds) noexcept {
    if (state.schedule != nullptr) {
        state.schedule->sleep(self, nanoseconds);
        return switch_to_next(self);
    }
    const std::int64_t time = now() + nanoseconds;
    self.wake_time = time;
    Rank** place = &sleepers_;
    while (*place != nullptr && (*place)->wake_time <= time) place = &(*place)->next;
    self.next = *place;
    *place = &self;
    switch_to_next(self);
}

void Worker::leave(Rank& self) noexcept {
    if (self.context.stack().overflowed()) end_overflowed(self);
    self.ended = true;
    --live_;
    if (live_ == 0) {
        slumber_.finish();
        if (census.add()) check_for_deadlock();
        Context::leave_to(self.context, thread_context_);
    }
    Rank& other = next();
    if (!other.context.prepared()) state.prepare_fiber(other);
    current = &other;
    Context::leave_to(self.context, other.context);
}

// The notice stays posted until it is collected: further wake-ups join it.
void Worker::notify_from_afar(Rank& rank) noexcept {
    if (rank.notice.posted.exchange(true, std::memory_order_acq_rel)) return;
    notices_.post(rank.notice);
    rouse();
}

// True when something has changed for a rank of this worker.
bool Worker::collect() noexcept {
    const bool any = !notices_.looks_empty();
    if (any || sleepers_ != nullptr) collect_notices_and_sleepers();
    changes_ = 0;
    return state.program->collect(mailbox_) || any;
}

void Worker::collect_notices_and_sleepers() noexcept {
    if (!notices_.looks_empty()) collect_notices();
    if (sleepers_ != nullptr) collect_sleepers();
}

void Worker::collect_notices() noexcept {
    Notice* oldest = notices_.collect();
    while (oldest != nullptr) {
        Notice* rest = oldest->next;
        oldest->posted.exchange(false, std::memory_order_acq_rel); // what was done before is seen after this
        notify(*oldest->rank);
        oldest = rest;
    }
}

void Worker::collect_sleepers() noexcept {
    const std::int64_t time = now();
    while (sleepers_ != nullptr && sleepers_->wake_time <= time) {
        Rank* rank = sleepers_;
        sleepers_ = rank->next;
        ready_.push(*rank);
    }
}

// The next rank to run; waits, on the stack of the one that gave up the worker, until there is one. While
// others are ready the mailbox can wait, but not for ever: they may never be done with each other.
[[gnu::always_inline]] inline Rank& Worker::find_next() noexcept {
    if (state.schedule != nullptr) [[unlikely]]
        return scheduled_next();
    if (!notices_.looks_empty() || sleepers_ != nullptr) [[unlikely]]
        collect_notices_and_sleepers();
    if (++changes_ == changes_a_look) collect();
    Rank* rank = ready_.pop();
    return rank != nullptr ? *rank : wait_for_next();
}

Rank& Worker::next() noexcept {
    return find_next();
}

Rank& Worker::wait_for_next() noexcept {
    for (;;) {
        if (!collect() && ready_.empty() && !spin()) sleep_until_roused();
        if (Rank* rank = ready_.pop()) return *rank;
    }
}

Rank& Worker::scheduled_next() noexcept {
    Rank* rank = state.schedule->next();
    if (rank != nullptr) return *rank;
    flush_output();
    report_deadlock(); // a rank is left that nothing can wake
}

// A short look before sleeping: a message from a rank that runs elsewhere is often on its way.
bool Worker::spin() noexcept {
    for (int turn = 0; turn < spin_turns_; ++turn) {
        if (collect() || !ready_.empty()) return true;
        __builtin_ia32_pause();
    }
    return false;
}

void Worker::sleep_until_roused() noexcept {
    flush_output();
    const auto look = [this] { return collect() || !ready_.empty(); };
    if (sleepers_ == nullptr) return slumber_.sleep(census, look, &check_for_deadlock);
    const std::int64_t limit = sleepers_->wake_time - now();
    if (limit > 0) slumber_.doze(look, limit);
}

} // namespace sartor::process
