// A list of the timers that ranks have made. The system does not know those that were deleted; a new timer
// takes the place of one.
#include "runtime/rank/timers.hpp"

#include <cstdlib>
#include <ctime>
#include <new>
#include <pthread.h>

#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

namespace {

struct Timer {
    Timer* earlier;
    timer_t timer;
};

Timer* timers = nullptr;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

} // namespace

bool any_timer_runs() noexcept {
    bool runs = false;
    pthread_mutex_lock(&mutex);
    for (const Timer* one = timers; one != nullptr && !runs; one = one->earlier) {
        itimerspec left{};
        runs = timer_gettime(one->timer, &left) == 0 &&
               (left.it_value.tv_sec != 0 || left.it_value.tv_nsec != 0);
    }
    pthread_mutex_unlock(&mutex);
    return runs;
}

} // namespace sartor::process

void sartor_rank_add_timer(timer_t timer) noexcept {
    using namespace sartor::process;
    pthread_mutex_lock(&mutex);
    Timer* entry = timers;
    itimerspec left{};
    while (entry != nullptr && timer_gettime(entry->timer, &left) == 0) entry = entry->earlier;
    if (entry != nullptr) // that timer is gone
        entry->timer = timer;
    else if ((entry = static_cast<Timer*>(std::malloc(sizeof(Timer)))) != nullptr)
        timers = new (entry) Timer{timers, timer};
    pthread_mutex_unlock(&mutex);
}
