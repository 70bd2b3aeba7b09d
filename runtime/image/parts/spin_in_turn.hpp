// A spin lock that another rank may have, on the same thread.
#pragma once

#include <pthread.h>

#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

inline int spin_in_turn(pthread_spinlock_t* lock) noexcept {
    constexpr int spins = 1000; // one that runs elsewhere gives it back soon
    for (int turn = -spins; pthread_spin_trylock(lock) != 0; ++turn)
        if (turn >= 0 && sartor_rank_may_wait()) sartor_rank_wait(turn);
    return 0;
}

} // namespace sartor::process
