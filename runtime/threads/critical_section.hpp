// The threads of one rank that call MPI at once (MPI_THREAD_MULTIPLE; MPI-5.0 section 11.6): who of them
// works on the rank's queues and objects, and how they wait.
#pragma once

#include "runtime/rank/rank.hpp"
#include "runtime/threads/caller.hpp"
#include "runtime/threads/futex_mutex.hpp"

namespace sartor::process {

// One for each rank whose threads may call at once; its worker has no other rank. One thread at a time is
// inside, so that what belongs to a rank needs no locks of its own.
//
// A thread that waits leaves its condition here and the critical section, too. One of those that wait, the
// first to come, progresses the rank: it looks for messages, and sleeps where other ranks rouse the worker.
// The others sleep by themselves. Whoever changes something of the rank is inside; before it leaves, or waits
// itself, it evaluates the conditions of those that wait and wakes the threads whose conditions hold. If an
// operation under way can continue, which is nobody's condition, it wakes a thread that continues it. So no
// thread polls for another one, and no event is missed: what comes from other ranks rouses the worker, whose
// thread comes inside to take it in.
class CriticalSection {
  public:
    explicit CriticalSection(Rank& rank) noexcept : rank_(rank) {}
    CriticalSection(const CriticalSection&) = delete;
    CriticalSection& operator=(const CriticalSection&) = delete;

    // A thread may enter again in a function of the program that MPI calls.
    void enter() noexcept {
        if (caller.depth++ == 0) lock();
    }
    void leave() noexcept {
        if (--caller.depth > 0) return;
        if (waiting_ != nullptr) [[unlikely]]
            look_after_others();
        unlock();
    }

    // Inside. Returns inside, when the condition may hold: early returns are allowed, the caller evaluates it
    // again. True: it was found to hold, and must not be evaluated again. `condition` is evaluated by other
    // threads of the rank while they are inside; it must not wait. `operations`: those of the rank that are
    // under way; the caller has continued them as far as they can. show() puts what this thread waits for
    // where reports look.
    template <class Condition, class Operations, class Show>
    [[nodiscard]] bool wait(const Condition& condition, const Operations& operations,
                            const Show& show) noexcept {
        operations_ = &operations;
        can_continue_ = [](const void* object) -> bool {
            return static_cast<const Operations*>(object)->can_continue();
        };
        caller.shown = &show;
        caller.show = [](const void* object) { (*static_cast<const Show*>(object))(); };
        caller.condition = &condition;
        caller.holds = [](const void* object) -> bool { return (*static_cast<const Condition*>(object))(); };
        return wait_for_caller();
    }

    // Lets other threads of the rank come inside, for what was looked for in vain.
    void give_way() noexcept;

    // Calls visit(caller) for each thread that waits, for reports: when no thread of the rank runs.
    template <class Visit>
    void for_each_waiting(Visit visit) const {
        for (const Caller* one = waiting_; one != nullptr; one = one->next) visit(*one);
    }
    // The same, when the rank's call and what it waits for are those of the thread.
    template <class Visit>
    void show_each_waiting(Visit visit) const {
        for_each_waiting([&](const Caller& one) {
            rank_.call = one.call;
            rank_.call_site = one.call_site;
            one.show(one.shown);
            visit();
        });
    }
    [[nodiscard]] bool any_waits() const noexcept { return waiting_ != nullptr; }

  private:
    void lock() noexcept { mutex_.lock(); }
    void unlock() noexcept { mutex_.unlock(); }

    [[gnu::noinline]] bool wait_for_caller() noexcept;
    [[gnu::noinline]] void look_after_others() noexcept;
    bool call_those_concerned() noexcept;
    [[nodiscard]] bool can_continue() const noexcept {
        return can_continue_ != nullptr && can_continue_(operations_);
    }
    void call_to_continue() noexcept;
    void appoint() noexcept;
    [[nodiscard]] int spin_turns() const noexcept;
    bool progress(Caller& self) noexcept;
    void sleep_on_worker(Caller& self) noexcept;
    void sleep(Caller& self) noexcept;
    void call(Caller& one, bool found) noexcept;
    void add(Caller& self) noexcept;
    void remove(const Caller& self) noexcept;

    FutexMutex<> mutex_;
    Rank& rank_;
    Caller* waiting_ = nullptr;        // the one that has waited longest first
    Caller* progresses_ = nullptr;     // one of them
    Caller* successor_ = nullptr;      // called to progress the rank, and not inside yet
    Caller* watch_ = nullptr;          // sleeps, and will soon look whether anybody progresses the rank
    const void* operations_ = nullptr; // under way; set when a thread first waits
    bool (*can_continue_)(const void* operations) = nullptr;
};

} // namespace sartor::process
