// alarm and the interval timer of real time of a rank that has an OS thread: they signal this thread.
#include <cerrno>
#include <csignal>
#include <ctime>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "components/process/rank/for_parts.hpp"

namespace {

timer_t alarm_timer;
pid_t alarm_process = 0; // timers are none of a child's
pid_t alarm_thread = 0;

bool has_timer() noexcept {
    return alarm_process == static_cast<pid_t>(syscall(SYS_getpid));
}

bool make_timer() noexcept {
    const auto thread = static_cast<pid_t>(syscall(SYS_gettid));
    if (has_timer() && alarm_thread == thread) return true;
    if (has_timer()) timer_delete(alarm_timer);
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGALRM;
    event._sigev_un._tid = thread;
    if (timer_create(CLOCK_REALTIME, &event, &alarm_timer) != 0) return false;
    alarm_process = static_cast<pid_t>(syscall(SYS_getpid));
    alarm_thread = thread;
    return true;
}

timespec spec_of(const timeval& time) noexcept {
    return {time.tv_sec, time.tv_usec * 1000};
}
timeval val_of(const timespec& time) noexcept {
    return {time.tv_sec, (time.tv_nsec + 999) / 1000};
}

} // namespace

extern "C" {

[[gnu::weak]] int getitimer(__itimer_which_t which, itimerval* time) noexcept {
    if (which != ITIMER_REAL || sartor_rank_companions() == 1)
        return static_cast<int>(syscall(SYS_getitimer, which, time));
    itimerspec left{};
    if (has_timer() && timer_gettime(alarm_timer, &left) != 0) return -1;
    *time = {val_of(left.it_interval), val_of(left.it_value)};
    return 0;
}

[[gnu::weak]] int setitimer(__itimer_which_t which, const itimerval* time, itimerval* before) noexcept {
    if (which != ITIMER_REAL || sartor_rank_companions() == 1 || !sartor_rank_thread_for_timers)
        return static_cast<int>(syscall(SYS_setitimer, which, time, before));
    if (before != nullptr && getitimer(which, before) != 0) return -1;
    if (!make_timer()) return -1;
    const itimerspec wanted{spec_of(time->it_interval), spec_of(time->it_value)};
    return timer_settime(alarm_timer, 0, &wanted, nullptr);
}

[[gnu::weak]] unsigned alarm(unsigned seconds) noexcept {
    const itimerval time{{0, 0}, {static_cast<time_t>(seconds), 0}};
    itimerval before{};
    if (setitimer(ITIMER_REAL, &time, &before) != 0) return 0;
    const bool any = before.it_value.tv_sec != 0 || before.it_value.tv_usec != 0;
    const auto rounded =
        static_cast<unsigned>(before.it_value.tv_sec + (before.it_value.tv_usec >= 500000 ? 1 : 0));
    return any && rounded == 0 ? 1 : rounded;
}

} // extern "C"
