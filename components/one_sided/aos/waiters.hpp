// Ranks that wait for conditions which operations on segments and queues can change (AOS, section 5.2: the
// completion engine). No rank polls: it is blocked until another one changes what its condition reads.
#pragma once

#include <atomic>

#include "components/one_sided/spin_lock.hpp"
#include "runtime/process.hpp"

namespace sartor::aos {

class Waiters {
  public:
    // Called by the running rank. holds() is also called by others, under a lock: it must only read.
    template <class Holds>
    void wait(const Holds& holds) noexcept {
        if (holds()) return;
        Waiter self{nullptr, process::current,
                    [](const void* object) { return (*static_cast<const Holds*>(object))(); }, &holds};
        add(self);
        while (!holds()) process::block();
        remove(self);
    }

    // Calls wake(rank) for each rank whose condition holds now. A fence and a load when none waits.
    template <class Wake>
    void notify(Wake wake) noexcept {
        std::atomic_thread_fence(std::memory_order_seq_cst);
        if (count_.load(std::memory_order_relaxed) == 0) return;
        const one_sided::SpinGuard guard(lock_);
        for (Waiter* waiter = first_; waiter != nullptr; waiter = waiter->next)
            if (waiter->holds(waiter->object)) wake(*waiter->rank);
    }

  private:
    struct Waiter {
        Waiter* next;
        process::Rank* rank;
        bool (*holds)(const void* object);
        const void* object;
    };

    void add(Waiter& waiter) noexcept {
        const one_sided::SpinGuard guard(lock_);
        waiter.next = first_;
        first_ = &waiter;
        count_.fetch_add(1, std::memory_order_seq_cst);
        std::atomic_thread_fence(std::memory_order_seq_cst);
    }
    void remove(const Waiter& waiter) noexcept {
        const one_sided::SpinGuard guard(lock_);
        Waiter** link = &first_;
        while (*link != &waiter) link = &(*link)->next;
        *link = waiter.next;
        count_.fetch_sub(1, std::memory_order_relaxed);
    }

    one_sided::SpinLock lock_;
    Waiter* first_ = nullptr;
    std::atomic<int> count_{0};
};

} // namespace sartor::aos
