// The process has a rank's environment while the C library starts a program for it. One rank at a time.
#include <pthread.h>
#include <unistd.h>

#include "runtime/rank/for_parts.hpp"
#include "runtime/scheduler/time_slices.hpp"

using namespace sartor::process;

static pthread_mutex_t lending = PTHREAD_MUTEX_INITIALIZER;

extern "C" {

char** sartor_rank_lend_environment(char** entries) noexcept {
    if (&time_slices::hold != nullptr) time_slices::hold(true);
    pthread_mutex_lock(&lending);
    if (entries == nullptr) return nullptr;
    char** before = environ;
    environ = entries;
    return before;
}

void sartor_rank_take_environment_back(char** before) noexcept {
    if (before != nullptr) environ = before;
    pthread_mutex_unlock(&lending);
    if (&time_slices::hold != nullptr) time_slices::hold(false);
}

} // extern "C"
