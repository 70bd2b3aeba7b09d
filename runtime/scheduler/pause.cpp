#include "runtime/scheduler/pause.hpp"

#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/process_state.hpp"

namespace sartor::process {

Pause pause_of_workers;

// The others have nothing left to run.
static int workers_with_ranks() noexcept {
    int count = 0;
    for (int index = 0; index < state.worker_count; ++index) {
        bool any = false;
        for (int number = 0; number < state.size; ++number)
            any = any || (state.ranks[number].worker == &state.workers[index] && !state.ranks[number].ended);
        count += any ? 1 : 0;
    }
    return count;
}

bool Pause::begin(int milliseconds) noexcept {
    const timespec moment{0, 1'000'000};
    is_requested_.store(true);
    for (int index = 0; index < state.worker_count; ++index) state.workers[index].request_pause();
    for (int turn = 0; turn < milliseconds && paused_.load() < workers_with_ranks(); ++turn)
        syscall(SYS_nanosleep, &moment, nullptr);
    return paused_.load() >= workers_with_ranks();
}

void Pause::end() noexcept {
    is_requested_.store(false);
    over_.fetch_add(1);
    syscall(SYS_futex, &over_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

void Pause::request_report(void (*report)()) noexcept {
    report_.store(report);
    is_requested_.store(true);
    state.workers[0].request_pause();
}

void Pause::take() noexcept {
    if (!is_requested_.load()) return;
    if (void (*report)() = report_.exchange(nullptr)) {
        is_requested_.store(false);
        return report();
    }
    const std::uint32_t so_far = over_.load();
    paused_.fetch_add(1);
    while (is_requested_.load() && over_.load() == so_far)
        syscall(SYS_futex, &over_, FUTEX_WAIT_PRIVATE, so_far, nullptr, nullptr, 0);
    paused_.fetch_sub(1);
}

} // namespace sartor::process
