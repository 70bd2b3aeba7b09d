// Sleeping in programs that set handlers of signals: a handler of the rank ends it.
#include <cerrno>
#include <ctime>
#include <threads.h>
#include <unistd.h>

#include "runtime/image/parts/signals.hpp"
#include "runtime/rank/for_parts.hpp"

const bool sartor_sleep_is_interrupted = true;

namespace {

constexpr long second = 1'000'000'000;

// The time from now to `until`; zero if it is over.
timespec time_left(const timespec& now, const timespec& until) noexcept {
    timespec left{until.tv_sec - now.tv_sec, until.tv_nsec - now.tv_nsec};
    if (left.tv_nsec < 0) left = {left.tv_sec - 1, left.tv_nsec + second};
    return left.tv_sec < 0 ? timespec{0, 0} : left;
}

} // namespace

extern "C" {

unsigned sartor_handled_signals() noexcept {
    return sartor_rank_handled_signals();
}

[[gnu::weak]] int nanosleep(const timespec* time, timespec* rest) {
    return sartor_rank_sleep(time, rest);
}

[[gnu::weak]] int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
    timespec now{};
    if (time->tv_nsec < 0 || time->tv_nsec >= second || clock_gettime(clock, &now) != 0) return EINVAL;
    const bool absolute = (flags & TIMER_ABSTIME) != 0;
    const timespec left = absolute ? time_left(now, *time) : *time;
    return sartor_rank_sleep(&left, absolute ? nullptr : rest) == 0 ? 0 : errno;
}

[[gnu::weak]] int usleep(useconds_t microseconds) {
    const timespec time{microseconds / 1'000'000, static_cast<long>(microseconds % 1'000'000) * 1000};
    return sartor_rank_sleep(&time, nullptr);
}

[[gnu::weak]] unsigned sleep(unsigned seconds) {
    const timespec time{seconds, 0};
    timespec rest{};
    return sartor_rank_sleep(&time, &rest) == 0 ? 0 : static_cast<unsigned>(rest.tv_sec);
}

[[gnu::weak]] int thrd_sleep(const timespec* time, timespec* rest) {
    if (sartor_rank_sleep(time, rest) == 0) return 0;
    return errno == EINTR ? -1 : -2;
}

} // extern "C"
