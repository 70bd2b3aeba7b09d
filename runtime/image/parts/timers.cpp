// alarm and the interval timers of a rank that has an OS thread: they signal this thread, and those of
// processor time count what it uses.
#include <cerrno>
#include <csignal>
#include <ctime>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/rank/for_parts.hpp"

namespace {

timespec spec_of(const timeval& time) noexcept {
    return {time.tv_sec, time.tv_usec * 1000};
}
timeval val_of(const timespec& time) noexcept {
    return {time.tv_sec, (time.tv_nsec + 999) / 1000};
}

class Timer {
  public:
    constexpr Timer(clockid_t clock, int signal) noexcept : clock_(clock), signal_(signal) {}

    int set(const itimerval& wanted) noexcept {
        if (!make()) return -1;
        const itimerspec time{spec_of(wanted.it_interval), spec_of(wanted.it_value)};
        return timer_settime(timer_, 0, &time, nullptr);
    }
    int get(itimerval& time) const noexcept {
        itimerspec left{};
        if (is_there() && timer_gettime(timer_, &left) != 0) return -1;
        time = {val_of(left.it_interval), val_of(left.it_value)};
        return 0;
    }

  private:
    clockid_t clock_;
    int signal_;
    timer_t timer_ = nullptr;
    pid_t process_ = 0; // timers are none of a child's
    pid_t thread_ = 0;

    [[nodiscard]] bool is_there() const noexcept {
        return process_ == static_cast<pid_t>(syscall(SYS_getpid));
    }
    bool make() noexcept {
        using Create = int (*)(clockid_t, sigevent*, timer_t*);
        const auto thread = static_cast<pid_t>(syscall(SYS_gettid));
        if (is_there() && thread_ == thread) return true;
        if (is_there()) timer_delete(timer_);
        sigevent event{};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = signal_;
        event._sigev_un._tid = thread;
        if (sartor::process::of_c_library<Create>("timer_create")(clock_, &event, &timer_) != 0) return false;
        if (clock_ == CLOCK_REALTIME) sartor_rank_add_timer(timer_);
        process_ = static_cast<pid_t>(syscall(SYS_getpid));
        thread_ = thread;
        return true;
    }
};

Timer timers[] = {{CLOCK_REALTIME, SIGALRM},            // ITIMER_REAL
                  {CLOCK_THREAD_CPUTIME_ID, SIGVTALRM}, // ITIMER_VIRTUAL
                  {CLOCK_THREAD_CPUTIME_ID, SIGPROF}};  // ITIMER_PROF

// Null: the process's.
Timer* timer_of(__itimer_which_t which) noexcept {
    const bool is_known = which >= ITIMER_REAL && which <= ITIMER_PROF;
    return is_known && sartor_rank_companions() > 1 && sartor_rank_thread_for_timers ? &timers[which]
                                                                                     : nullptr;
}

} // namespace

extern "C" {

[[gnu::weak]] int getitimer(__itimer_which_t which, itimerval* time) noexcept {
    const Timer* const own = timer_of(which);
    return own != nullptr ? own->get(*time) : static_cast<int>(syscall(SYS_getitimer, which, time));
}

[[gnu::weak]] int setitimer(__itimer_which_t which, const itimerval* time, itimerval* before) noexcept {
    Timer* const own = timer_of(which);
    if (own == nullptr || time == nullptr)
        return static_cast<int>(syscall(SYS_setitimer, which, time, before));
    if (before != nullptr && own->get(*before) != 0) return -1;
    return own->set(*time);
}

[[gnu::weak]] useconds_t ualarm(useconds_t time, useconds_t interval) noexcept {
    constexpr useconds_t second = 1'000'000;
    const auto of = [](useconds_t whole) {
        return timeval{static_cast<time_t>(whole / second), static_cast<suseconds_t>(whole % second)};
    };
    const itimerval wanted{of(interval), of(time)};
    itimerval before{};
    if (setitimer(ITIMER_REAL, &wanted, &before) != 0) return static_cast<useconds_t>(-1);
    return static_cast<useconds_t>(before.it_value.tv_sec) * second +
           static_cast<useconds_t>(before.it_value.tv_usec);
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
