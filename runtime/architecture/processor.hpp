// What Sartor uses of the processor that C++ has no words for.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>

#include "runtime/architecture/name.hpp"

#include SARTOR_ARCHITECTURE_FILE(processor.hpp)

namespace sartor::architecture {

// pause(): between two polls of a variable that another thread is about to change.
// counter(): a counter that runs evenly and alike on all cores if Linux takes it as its clock under the name
// counter_name (/sys/devices/system/clocksource).
// cycles(): ticks 2 to 4 times in a nanosecond, about; only differences mean something.
// count_up(): adds one to what this thread alone writes and others read.
// prefetch_to_read(), prefetch_to_write(): one cache line.
// address_bits: of the addresses that programs have, usually.
// FloatingPoint: the control words of arithmetic, rounding and traps. now(): those of this thread;
// at_start(): those with which a program starts; set(): gives them to this thread.
template <class P>
concept ProcessorOf = requires(std::atomic<std::uint64_t>& number, const char* address,
                               const typename P::FloatingPoint& control) {
    { P::counter_name } -> std::convertible_to<const char*>;
    { P::address_bits } -> std::convertible_to<unsigned>;
    { P::pause() }
    noexcept;
    { P::counter() }
    noexcept->std::same_as<std::uint64_t>;
    { P::cycles() }
    noexcept->std::same_as<std::uint64_t>;
    { P::count_up(number) }
    noexcept;
    { P::prefetch_to_read(address) }
    noexcept;
    { P::prefetch_to_write(address) }
    noexcept;
    { P::FloatingPoint::now() }
    noexcept->std::same_as<typename P::FloatingPoint>;
    { P::FloatingPoint::at_start() }
    noexcept->std::same_as<typename P::FloatingPoint>;
    { control.set() }
    noexcept;
};
static_assert(ProcessorOf<Processor>);

} // namespace sartor::architecture
