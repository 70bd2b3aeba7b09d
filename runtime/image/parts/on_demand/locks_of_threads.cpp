// Locks of threads, as functions of a program whose loads and stores are seen (loads_and_stores.cpp): in
// memory that ranks share they order what ranks do.
#include <ctime>
#include <pthread.h>
#include <semaphore.h>

#include "runtime/image/parts/on_demand/in_library.hpp"
#include "runtime/image/parts/other_ranks.hpp"
#include "runtime/image/parts/spin_in_turn.hpp"

using sartor::process::original;

namespace {

// Of no memory: whatever others did before may be known.
void meet_others(const void* place) noexcept {
    if (sartor_rank_watched_memory.is_shared()) sartor_rank_polls(nullptr, 0, sartor::process::stores, place);
}

} // namespace

// Before it for those who return a lock, behind it for those who get one.
#define MEETS(name, parameters, ...)                                                                         \
    [[gnu::weak]] int name parameters {                                                                      \
        static const auto in_library = original<decltype(&name)>(#name);                                     \
        meet_others(PLACE);                                                                                  \
        const int result = in_library(__VA_ARGS__);                                                          \
        meet_others(PLACE);                                                                                  \
        return result;                                                                                       \
    }

extern "C" {

MEETS(pthread_mutex_lock, (pthread_mutex_t * lock) noexcept, lock)
MEETS(pthread_mutex_trylock, (pthread_mutex_t * lock) noexcept, lock)
MEETS(pthread_mutex_unlock, (pthread_mutex_t * lock) noexcept, lock)
MEETS(pthread_rwlock_rdlock, (pthread_rwlock_t * lock) noexcept, lock)
MEETS(pthread_rwlock_wrlock, (pthread_rwlock_t * lock) noexcept, lock)
MEETS(pthread_rwlock_unlock, (pthread_rwlock_t * lock) noexcept, lock)
MEETS(pthread_spin_unlock, (pthread_spinlock_t * lock) noexcept, lock)
MEETS(pthread_barrier_wait, (pthread_barrier_t * barrier) noexcept, barrier)
MEETS(pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t* lock), condition, lock)
MEETS(sem_wait, (sem_t * semaphore), semaphore)
MEETS(sem_timedwait, (sem_t * semaphore, const timespec* time), semaphore, time)
MEETS(sem_post, (sem_t * semaphore) noexcept, semaphore)

// As in spin_locks.cpp and looks.cpp.
[[gnu::weak]] int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
    meet_others(PLACE);
    const int result = sartor::process::spin_in_turn(lock);
    meet_others(PLACE);
    return result;
}
[[gnu::weak]] int sem_trywait(sem_t* semaphore) noexcept {
    static const auto in_library = original<decltype(&sem_trywait)>("sem_trywait");
    const int result = in_library(semaphore);
    meet_others(PLACE);
    sartor::process::let_other_ranks_run();
    return result;
}

} // extern "C"
