// A list of the timers that ranks have made, also of those that are deleted: the system does not know these.
#include "runtime/rank/timers.hpp"

#include <cstdlib>
#include <ctime>
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
    auto* const added = static_cast<Timer*>(std::malloc(sizeof(Timer)));
    if (added == nullptr) return;
    pthread_mutex_lock(&mutex);
    *added = {timers, timer};
    timers = added;
    pthread_mutex_unlock(&mutex);
}
