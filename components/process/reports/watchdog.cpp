// The watchdog looks ten times a second; a run is stuck when nothing changed for as many looks as its time
// has.
#include "components/process/reports/watchdog.hpp"

#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

#include "components/process/process.hpp"
#include "components/process/process_state.hpp"
#include "components/process/reports/one_report.hpp"

namespace sartor::process {

namespace {

constexpr int looks_per_second = 10;

// Deliveries and ends of ranks: anything that is not standing still.
std::uint64_t progress() noexcept {
    std::uint64_t sum = 0;
    for (int number = 0; number < state.size; ++number)
        sum += state.program->progress(state.ranks[number]) + (state.ranks[number].ended ? 1 : 0);
    return sum;
}

} // namespace

Watchdog::Watchdog(int seconds) noexcept : seconds_(seconds) {
    if (seconds_ > 0 && pthread_create(&thread_, nullptr, &watch, this) != 0) {
        report("the watchdog can't be started: the run goes on without it");
        seconds_ = 0;
    }
}

Watchdog::~Watchdog() {
    if (seconds_ == 0) return;
    stop_.store(true);
    pthread_join(thread_, nullptr);
}

void* Watchdog::watch(void* self) {
    auto& watchdog = *static_cast<Watchdog*>(self);
    const timespec pause{0, 1'000'000'000 / looks_per_second};
    while (!watchdog.stop_.load()) {
        syscall(SYS_nanosleep, &pause, nullptr);
        watchdog.look();
    }
    return nullptr;
}

void Watchdog::look() noexcept {
    const std::uint64_t now_seen = progress();
    quiet_looks_ = now_seen == seen_ ? quiet_looks_ + 1 : 0;
    seen_ = now_seen;
    if (quiet_looks_ < seconds_ * looks_per_second || stop_.load()) return;
    const OneReport together;
    report("watchdog: no message was delivered for %d s", seconds_);
    report_waiting();
    end_run(deadlock_exit_code);
}

} // namespace sartor::process
