// What the lock-free parts are made of. Tests make them of other atomics, which they can watch.
#pragma once

#include <atomic>
#include <cstddef>

namespace sartor::process {

// What different cores write lies so many bytes apart: processors fetch the other line of a pair, too.
inline constexpr std::size_t line_pair = 128;

struct RealAtomics {
    template <class T>
    using Atomic = std::atomic<T>;
    template <class T>
    using Reference = std::atomic_ref<T>;

    // Between two looks at what another thread is about to change.
    static void pause() noexcept { __builtin_ia32_pause(); }
};

} // namespace sartor::process
