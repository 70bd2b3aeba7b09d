// What the lock-free parts are made of. Tests make them of other atomics, which they can watch.
#pragma once

#include <atomic>

namespace sartor::process {

struct RealAtomics {
    template <class T>
    using Atomic = std::atomic<T>;
    template <class T>
    using Reference = std::atomic_ref<T>;

    // Between two looks at what another thread is about to change.
    static void pause() noexcept { __builtin_ia32_pause(); }
};

} // namespace sartor::process
