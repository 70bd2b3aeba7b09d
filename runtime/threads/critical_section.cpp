#include "runtime/threads/critical_section.hpp"

#include <cstdlib>
#include <ctime>
#include <new>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/output/output.hpp"
#include "runtime/peers.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/call_kept.hpp"
#include "runtime/scheduler/kept_errno.hpp"
#include "runtime/scheduler/worker.hpp"
#include "runtime/threads/stuck.hpp"

namespace sartor::process {

constinit thread_local Caller caller __attribute__((tls_model(SARTOR_THREAD_LOCAL_MODEL))){};

// Threads of all ranks that have waited so far: with more of them than processors they poll for a shorter
// time before they sleep.
static std::atomic<int> threads_that_wait{0};

bool let_threads_call_at_once(Rank& rank) noexcept {
    if (rank.critical_section != nullptr) return true;
    void* memory = std::malloc(sizeof(CriticalSection));
    if (memory != nullptr) rank.critical_section = new (memory) CriticalSection(rank);
    return memory != nullptr;
}

int step_outside(Rank& rank) noexcept {
    if (caller.flows > 0) return 0;
    const int depth = caller.depth;
    if (depth == 0) return 0;
    caller.depth = 1;
    rank.critical_section->leave();
    return depth;
}

void come_back_inside(Rank& rank, int depth) noexcept {
    rank.critical_section->enter();
    caller.depth = depth;
}

static bool threads_fit() noexcept {
    static const int processors = CPU_COUNT(&state.processors);
    return threads_that_wait.load(std::memory_order_relaxed) <= processors;
}

void CriticalSection::add(Caller& self) noexcept {
    Caller** link = &waiting_;
    while (*link != nullptr) link = &(*link)->next;
    self.next = nullptr;
    *link = &self;
}

void CriticalSection::remove(const Caller& self) noexcept {
    Caller** link = &waiting_;
    while (*link != &self) link = &(*link)->next;
    *link = self.next;
}

// A thread that was woken is not in the list of waiting threads any more. It may be gone when this returns.
void CriticalSection::call(Caller& one, bool found) noexcept {
    remove(one);
    one.found = found;
    one.called = true;
    if (watch_ == &one) watch_ = nullptr;
    if (&one == progresses_) return rank_.worker->rouse();
    one.calls.advance();
}

bool CriticalSection::call_those_concerned() noexcept {
    bool any = false;
    for (Caller* one = waiting_; one != nullptr;) {
        Caller* const rest = one->next;
        if (one->holds(one->condition)) {
            call(*one, true);
            any = true;
        }
        one = rest;
    }
    return any;
}

void CriticalSection::look_after_others() noexcept {
    call_those_concerned();
    if (waiting_ != nullptr && can_continue()) call_to_continue();
    appoint();
}

// One of those that wait is to continue operations under way: whoever is on its way inside already, or else
// the one that progresses the rank.
void CriticalSection::call_to_continue() noexcept {
    if (successor_ != nullptr) return;
    if (progresses_ == nullptr) {
        successor_ = waiting_;
        call(*successor_, false);
    } else if (!progresses_->called) {
        call(*progresses_, false);
    }
}

// One thread must make progress for the rank while others wait. A thread that leaves is often back soon and
// does it itself: until then it is enough that a waiting thread polls again after some time.
void CriticalSection::appoint() noexcept {
    if (waiting_ == nullptr || progresses_ != nullptr || successor_ != nullptr || watch_ != nullptr) return;
    successor_ = waiting_;
    call(*successor_, false);
}

int CriticalSection::spin_turns() const noexcept {
    constexpr int few = 400; // as long as falling asleep and waking up take
    return threads_fit() ? rank_.worker->spin_turns() : few;
}

bool CriticalSection::wait_for_caller() noexcept {
    Caller& self = caller;
    const KeptErrno errno_of_thread;
    if (!self.has_waited) threads_that_wait.fetch_add(1, std::memory_order_relaxed);
    self.has_waited = true;
    if (waiting_ != nullptr) call_those_concerned();
    self.call = rank_.call;
    self.call_site = rank_.call_site;
    self.found = self.called = false;
    add(self);
    bool goes_on = progresses_ != nullptr || progress(self);
    while (goes_on && !self.called) {
        sleep(self);
        if (!self.called && progresses_ == nullptr) goes_on = progress(self);
    }
    if (successor_ == &self) successor_ = nullptr;
    if (watch_ == &self) watch_ = nullptr;
    if (!self.called) remove(self);
    rank_.call = self.call;
    rank_.call_site = self.call_site;
    return self.found;
}

// Processes what has arrived for the rank. False: the thread is to evaluate its condition, and to continue
// operations under way. True: it was for others, which continue at once and poll next: this thread sleeps.
bool CriticalSection::progress(Caller& self) noexcept {
    constexpr int looks_inside = 8; // at once; others come inside in between
    progresses_ = &self;
    const int most_turns = spin_turns();
    bool any = false; // has come since this thread last evaluated its condition
    for (int turn = 0; !self.called; ++turn) {
        any |= rank_.worker->take_in();
        self.found = self.holds(self.condition);
        if (any || self.found) break;
        if (turn < most_turns && turn % looks_inside != 0) {
            RealAtomics::pause();
            continue;
        }
        unlock();
        any = turn >= most_turns;
        any ? sleep_on_worker(self) : RealAtomics::pause();
        lock();
    }
    progresses_ = nullptr;
    return any && !self.found && !self.called && call_those_concerned() && !can_continue();
}

// Until other ranks rouse the worker, or threads of this one call.
void CriticalSection::sleep_on_worker(Caller& self) noexcept {
    struct Waiting {
        CriticalSection& section;
        const Caller& waits;

        static bool look(void* object) noexcept {
            auto& [section, waits] = *static_cast<Waiting*>(object);
            section.lock();
            const bool found = waits.called || section.rank_.worker->take_in();
            section.unlock();
            return found;
        }
    } waiting{*this, self};
    flush_output();
    if (peers != nullptr) peers->worker_sleeps();
    sartor_sleep_among_threads(rank_.worker->idle_wait(), {&Waiting::look, &waiting});
    if (peers != nullptr) peers->worker_wakes();
}

// Until woken. The thread also returns after a moment if no other one has taken over, to see whether any
// makes progress for the rank.
void CriticalSection::sleep(Caller& self) noexcept {
    constexpr std::int64_t moment = 200'000; // nanoseconds
    const bool watches = progresses_ == nullptr && watch_ == nullptr;
    if (watches) watch_ = &self;
    const auto so_far = self.calls.count();
    const int most_turns = threads_fit() ? rank_.worker->spin_turns() : 0;
    unlock();
    for (int turn = 0; turn < most_turns && self.calls.count() == so_far; ++turn) RealAtomics::pause();
    const auto is_called = [&] { return self.calls.count() != so_far; };
    self.calls.wait_until(is_called, watches ? moment : -1);
    lock();
    if (watch_ == &self) watch_ = nullptr;
}

// Threads that poll in vain repeatedly would be inside again before those that have something to do.
static void let_others_lock() noexcept {
    const KeptErrno errno_of_thread;
    constexpr timespec moment{0, 20'000};
    syscall(SYS_nanosleep, &moment, nullptr);
}

void CriticalSection::give_way() noexcept {
    const char* const call = rank_.call;
    const void* const call_site = rank_.call_site;
    if (waiting_ != nullptr) call_those_concerned();
    if (mutex_.unlock())
        let_others_lock();
    else if (!threads_fit())
        syscall(SYS_sched_yield);
    lock();
    rank_.call = call;
    rank_.call_site = call_site;
}

} // namespace sartor::process
