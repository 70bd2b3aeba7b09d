#include "runtime/reports/monitor.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <unistd.h>

#include "runtime/output/output.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/reports/one_report.hpp"
#include "runtime/reports/record.hpp"
#include "runtime/scheduler/pause.hpp"

namespace sartor::process {

namespace {

constexpr int watchdog_looks_per_second = 10;
constexpr std::int64_t second = 1'000'000'000;
constexpr int longest_pause = 200; // milliseconds until workers have paused
constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

Monitor* monitor = nullptr; // while there is one
timer_t timer;              // of a run without the monitor's thread
bool has_timer = false;

std::uint32_t bit_of(int signal) noexcept {
    return std::uint32_t{1} << signal;
}

// Deliveries and ends of ranks: anything that is not standing still.
std::uint64_t progress() noexcept {
    std::uint64_t sum = 0;
    for (int number = 0; number < state.size; ++number)
        sum += state.program->progress(state.ranks[number]) + (state.ranks[number].ended ? 1 : 0);
    return sum;
}

[[noreturn]] void end_by(int signal) noexcept {
    OneReport::finish();
    flush_at_end();
    if (state.schedule != nullptr) state.schedule->abandon();
    std::signal(signal, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    for (;;) {
        kill(getpid(), signal);
        wait_for_signal();
    }
}

// timeout(1) signals its command and its group, and sartor run passes on what it gets: one request may come
// several times.
enum class Repeated { first, same, again };
Repeated is_repeated() noexcept {
    constexpr std::int64_t same_request = second / 2;
    static std::atomic<std::int64_t> first{0};
    std::int64_t before = 0;
    const std::int64_t time = now();
    if (first.compare_exchange_strong(before, time)) return Repeated::first;
    return time - before < same_request ? Repeated::same : Repeated::again;
}

void do_default(int signal) noexcept {
    std::signal(signal, SIG_DFL);
    raise(signal);
}

// The second request ends the run at once. A child of fork() is no run: the signal does what it does by
// default.
void handle(int signal, siginfo_t* information, void*) {
    const int kept_errno = errno;
    const bool is_run = getpid() == state.process && monitor != nullptr;
    const Repeated repeated = is_run && signal != SIGUSR1 ? is_repeated() : Repeated::first;
    if (!is_run || repeated == Repeated::again) {
        do_default(signal);
    } else if (repeated == Repeated::same) {
        // It is being reported.
    } else if (information->si_code == SI_TIMER && information->si_value.sival_ptr == &timer) {
        monitor->handle_signals(false);
    } else {
        monitor->take(signal);
    }
    errno = kept_errno;
}

bool is_ours(int signal) noexcept {
    struct sigaction now_there {};
    return sigaction(signal, nullptr, &now_there) == 0 && (now_there.sa_flags & SA_SIGINFO) != 0 &&
           now_there.sa_sigaction == &handle;
}

bool is_default(int signal) noexcept {
    struct sigaction before {};
    return sigaction(signal, nullptr, &before) == 0 && (before.sa_flags & SA_SIGINFO) == 0 &&
           before.sa_handler == SIG_DFL;
}

void name_time(std::int64_t nanoseconds, char* text, std::size_t bytes) noexcept {
    const auto tenths = static_cast<long long>(nanoseconds / (second / 10));
    const auto used =
        static_cast<std::size_t>(std::snprintf(text, bytes, "%lld.%lld s", tenths / 10, tenths % 10));
    char virtual_time[128] = "";
    if (state.schedule != nullptr) state.schedule->describe_time(virtual_time, sizeof virtual_time);
    std::snprintf(text + used, bytes - used, "%s", virtual_time);
}

int count_ended() noexcept {
    int ended = 0;
    for (int number = 0; number < state.size; ++number) ended += state.ranks[number].ended ? 1 : 0;
    return ended;
}

void report_beginning(const char* what, std::int64_t begun) noexcept {
    char time[160];
    char ended[64] = "";
    name_time(now() - begun, time, sizeof time);
    if (const int count = count_ended(); count > 0)
        std::snprintf(ended, sizeof ended, ", %d of them ha%s ended", count, count == 1 ? "s" : "ve");
    report("%s after %s: %d rank%s%s", what, time, state.size, state.size == 1 ? "" : "s", ended);
}

} // namespace

Monitor::Monitor(const Limits& limits) noexcept : limits_(limits), begun_(now()) {
    const bool has_limits = limits.watchdog_seconds > 0 || limits.timeout_seconds > 0;
    has_thread_ = has_limits || (limits.takes_signals && state.worker_count > 1);
    if (!has_thread_ && !limits.takes_signals) return;
    monitor = this;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t{256} << 10);
    if (has_thread_ && pthread_create(&thread_, &attributes, &watch, this) != 0) {
        has_thread_ = false;
        if (has_limits)
            report(
                "the thread that watches the run can't be started: the run goes on without its time limits");
    }
    pthread_attr_destroy(&attributes);
    if (limits.takes_signals) take_signals();
}

Monitor::~Monitor() {
    if (monitor != this) return;
    for (const int signal : {SIGUSR1, SIGINT, SIGTERM, SIGHUP})
        if (is_ours(signal)) std::signal(signal, SIG_DFL);
    if (has_timer) timer_delete(timer);
    has_timer = false;
    if (has_thread_) {
        stop_.store(true);
        requests_.advance();
        pthread_join(thread_, nullptr);
    }
    monitor = nullptr;
}

void Monitor::take_signals() noexcept {
    struct sigaction action {};
    action.sa_sigaction = &handle;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    if (is_default(SIGUSR1)) sigaction(SIGUSR1, &action, nullptr);
    for (const int signal : ending_signals)
        if (is_default(signal)) sigaction(signal, &action, nullptr);
    if (!has_thread_) begin_timer();
}

void Monitor::begin_timer() noexcept {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGUSR1;
    event.sigev_value.sival_ptr = &timer;
    has_timer = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

void Monitor::take(int signal) noexcept {
    if (signal != SIGUSR1) record_signal(signal);
    requested_.fetch_or(bit_of(signal));
    if (has_thread_) return requests_.advance();
    // Several workers have no thread of ours only when the system refused it: then the others go on.
    pause_of_workers.request_report([] { monitor->handle_signals(state.worker_count == 1); });
    itimerspec soon{};
    soon.it_value.tv_nsec = second / 2;
    const bool is_armed = has_timer && is_ours(SIGUSR1) && timer_settime(timer, 0, &soon, nullptr) == 0;
    if (!is_armed) handle_signals(false);
}

void Monitor::handle_signals(bool are_paused) noexcept {
    const std::uint32_t requested = requested_.exchange(0);
    int ending = 0;
    for (const int signal : ending_signals)
        if ((requested & bit_of(signal)) != 0) ending = signal;
    if (ending == 0 && (requested & bit_of(SIGUSR1)) == 0) return;
    const OneReport together;
    char what[64];
    std::snprintf(what, sizeof what, ending != 0 ? "ended by %s" : "%s",
                  ending == SIGINT    ? "SIGINT"
                  : ending == SIGTERM ? "SIGTERM"
                  : ending == SIGHUP  ? "SIGHUP"
                                      : "SIGUSR1");
    report_beginning(what, begun_);
    report_standing(times_, are_paused);
    if (ending != 0) end_by(ending);
}

void* Monitor::watch(void* self) {
    auto& own = *static_cast<Monitor*>(self);
    state.monitor_thread.store(gettid());
    while (!own.stop_.load()) {
        own.wait_for_next_look();
        if (!own.stop_.load()) own.look();
    }
    return nullptr;
}

void Monitor::wait_for_next_look() noexcept {
    std::int64_t wait = limits_.watchdog_seconds > 0 ? second / watchdog_looks_per_second : second;
    if (limits_.timeout_seconds > 0) {
        const std::int64_t left = begun_ + limits_.timeout_seconds * second - now();
        wait = left < wait ? (left > 0 ? left : 0) : wait;
    }
    requests_.wait_until([this] { return requested_.load() != 0 || stop_.load(); }, wait);
}

void Monitor::look() noexcept {
    times_.look();
    if (requested_.load() != 0) handle_signals_in_pause();
    if (limits_.timeout_seconds > 0 && now() - begun_ >= limits_.timeout_seconds * second) end_for_timeout();
    if (limits_.watchdog_seconds > 0) look_for_progress();
}

void Monitor::handle_signals_in_pause() noexcept {
    handle_signals(pause_of_workers.begin(longest_pause));
    pause_of_workers.end();
}

void Monitor::end_for_timeout() noexcept {
    const bool are_paused = pause_of_workers.begin(longest_pause);
    const OneReport together;
    report_beginning("ended by --timeout", begun_);
    report_standing(times_, are_paused);
    end_run(timeout_exit_code);
}

void Monitor::look_for_progress() noexcept {
    const std::uint64_t seen = progress();
    quiet_looks_ = seen == delivered_ ? quiet_looks_ + 1 : 0;
    delivered_ = seen;
    if (quiet_looks_ < limits_.watchdog_seconds * watchdog_looks_per_second || stop_.load()) return;
    const OneReport together;
    report("watchdog: no message was delivered for %d s", limits_.watchdog_seconds);
    report_waiting();
    end_run(deadlock_exit_code);
}

} // namespace sartor::process
