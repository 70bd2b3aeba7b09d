// What the lock-free parts are made of. Tests make them of other atomics, which they can watch.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/architecture/processor.hpp"

namespace sartor::process {

// The distance in bytes of data that different cores write: processors fetch the other line of a pair, too.
inline constexpr std::size_t line_pair = 128;

struct RealAtomics {
    template <class T>
    using Atomic = std::atomic<T>;
    template <class T>
    using Reference = std::atomic_ref<T>;

    // Between two polls of a variable that another thread is about to change.
    static void pause() noexcept { architecture::Processor::pause(); }
};

// Adds one to what this thread alone writes and others read.
inline void count_up(std::atomic<std::uint64_t>& number) noexcept {
    architecture::Processor::count_up(number);
}

} // namespace sartor::process
