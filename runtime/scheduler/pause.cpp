#include "runtime/scheduler/pause.hpp"

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
    constexpr std::int64_t millisecond = 1'000'000;
    is_requested_.store(true);
    for (int index = 0; index < state.worker_count; ++index) state.workers[index].request_pause();
    return begun_.wait_until([this] { return paused_.load() >= workers_with_ranks(); },
                             milliseconds * millisecond);
}

void Pause::end() noexcept {
    is_requested_.store(false);
    over_.advance();
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
    const auto so_far = over_.count();
    paused_.fetch_add(1);
    begun_.advance();
    over_.wait_until([&] { return !is_requested_.load() || over_.count() != so_far; });
    paused_.fetch_sub(1);
}

} // namespace sartor::process
