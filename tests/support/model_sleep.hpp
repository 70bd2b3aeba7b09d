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
    static constexpr int all = Interleavings::most_threads;

    static void wait(ModelAtomic<std::uint32_t>& word, std::uint32_t value, std::int64_t) noexcept {
        Interleavings::active->park(word, value);
    }
    static void wake(ModelAtomic<std::uint32_t>& word, int most = 1) noexcept {
        Interleavings::active->wake(&word, most);
    }
    static void wait(ModelAtomic<std::uint64_t>& word, std::uint32_t lower_half, std::int64_t) noexcept {
        Interleavings::active->park(word, lower_half);
    }
    static void wake(ModelAtomic<std::uint64_t>& word, int most) noexcept {
        Interleavings::active->wake(&word, most);
    }
    static std::int64_t time() noexcept { return 0; }
};

} // namespace sartor::test
