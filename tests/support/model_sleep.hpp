// Sleeping and waking whose orders the model checker explores (process::RealSleep).
#pragma once

#include <cstdint>

#include "tests/support/model_atomics.hpp"

namespace sartor::test {

// Which fences the system has: the sleeper's orders all threads, or each its own.
enum class Fences { asymmetric, symmetric, of_the_sleeper_only };

struct ModelSleep : ModelAtomics {
    static inline Fences fences = Fences::asymmetric;

    static void light_fence() noexcept {
        if (fences == Fences::symmetric) Interleavings::active->fence();
    }
    static void heavy_fence() noexcept {
        fences == Fences::asymmetric ? Interleavings::active->fence_all() : Interleavings::active->fence();
    }
    static void wait(ModelAtomic<std::uint32_t>& word, std::uint32_t value, std::int64_t) noexcept {
        Interleavings::active->park(word, value);
    }
    static void wake(ModelAtomic<std::uint32_t>& word) noexcept { Interleavings::active->wake(&word); }
    static bool wait_idle(ModelAtomic<std::uint32_t>& asleep, std::int64_t limit) noexcept {
        wait(asleep, 1, limit);
        return false;
    }
    static void wake_idle(ModelAtomic<std::uint32_t>& asleep) noexcept { wake(asleep); }
};

} // namespace sartor::test
