// timer_create of a rank that has an OS thread: the timer signals this thread.
#include <csignal>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/rank/for_parts.hpp"

extern "C" [[gnu::weak]] int timer_create(clockid_t clock, sigevent* event, timer_t* timer) noexcept {
    using Create = int (*)(clockid_t, sigevent*, timer_t*);
    sigevent of_thread{};
    of_thread.sigev_signo = SIGALRM;
    if (event != nullptr) of_thread = *event;
    const bool signals = event == nullptr || event->sigev_notify == SIGEV_SIGNAL;
    if (signals && sartor_rank_companions() > 1 && sartor_rank_thread_for_posix_timers) {
        of_thread.sigev_notify = SIGEV_THREAD_ID;
        of_thread._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
        event = &of_thread;
    }
    const int result = sartor::process::of_c_library<Create>("timer_create")(clock, event, timer);
    const bool is_of_time = clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID;
    if (result == 0 && is_of_time && signals) sartor_rank_add_timer(*timer);
    return result;
}
