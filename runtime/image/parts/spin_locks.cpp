// Spin locks in memory that ranks share: one that waits lets the others of its thread run.
#include "runtime/image/parts/spin_in_turn.hpp"

extern "C" [[gnu::weak]] int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
    return sartor::process::spin_in_turn(lock);
}
