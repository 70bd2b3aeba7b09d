// Dekker's handshake between one who posts often and one who falls asleep seldom: the sleeper pays for both.
#pragma once

#include <atomic>

namespace sartor::process {

// Whether heavy_fence() also orders the other threads of the process (membarrier(2), "private expedited").
extern bool fences_are_asymmetric;

// Asks the system for it. Before threads are started.
void prepare_fences() noexcept;

// Between a store that a sleeper looks for and a load of whether it sleeps. A line of the compiler's only,
// where the system does the rest.
inline void light_fence() noexcept {
    if (fences_are_asymmetric) [[likely]]
        std::atomic_signal_fence(std::memory_order_seq_cst);
    else
        std::atomic_thread_fence(std::memory_order_seq_cst);
}

// Between the store that says "I sleep" and the last look.
void heavy_fence() noexcept;

} // namespace sartor::process
