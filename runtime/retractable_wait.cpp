#include "runtime/retractable_wait.hpp"

#include "runtime/locked.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/scheduler/worker.hpp"

namespace sartor::process {

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
RetractableWait* first = nullptr;

// By any thread, also by a worker that is about to sleep.
void wake_from_anywhere(Rank& rank) noexcept {
    state.schedule != nullptr ? wake(rank) : rank.worker->notify_from_afar(rank);
}

} // namespace

RetractableWait::RetractableWait() noexcept : rank_(*current) {
    const Locked list(mutex);
    next_ = first;
    first = this;
}

RetractableWait::~RetractableWait() {
    const Locked list(mutex);
    RetractableWait** link = &first;
    while (*link != this) link = &(*link)->next_;
    *link = next_;
}

bool end_retractable_waits() noexcept {
    const Locked list(mutex);
    bool any = false;
    for (RetractableWait* wait = first; wait != nullptr; wait = wait->next_) {
        if (wait->is_over()) continue;
        wait->is_over_.store(true, std::memory_order_release);
        wake_from_anywhere(wait->rank_);
        any = true;
    }
    return any;
}

bool has_retractable_waits() noexcept {
    const Locked list(mutex);
    for (const RetractableWait* wait = first; wait != nullptr; wait = wait->next_)
        if (!wait->is_over()) return true;
    return false;
}

} // namespace sartor::process
