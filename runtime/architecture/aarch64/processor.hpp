// 64-bit Arm processors.
#pragma once

#include <atomic>
#include <cstdint>

namespace sartor::architecture {

// FPCR, which is zero at the start of a program.
class ControlWords {
  public:
    [[nodiscard, gnu::always_inline]] static ControlWords now() noexcept {
        std::uint64_t control = 0;
        asm volatile("mrs %0, fpcr" : "=r"(control));
        return ControlWords(control);
    }
    [[nodiscard]] static constexpr ControlWords at_start() noexcept { return ControlWords(0); }
    [[gnu::always_inline]] void set() const noexcept { asm volatile("msr fpcr, %0" : : "r"(control_)); }
    [[nodiscard]] bool operator==(const ControlWords&) const noexcept = default;

  private:
    explicit constexpr ControlWords(std::uint64_t control) noexcept : control_(control) {}

    std::uint64_t control_;
};

struct Processor {
    static constexpr const char* counter_name = "arch_sys_counter";
    static constexpr unsigned address_bits = 48;
    using FloatingPoint = ControlWords;

    // Not YIELD, which does nothing on most processors: ISB takes about as long as PAUSE of x86-64.
    [[gnu::always_inline]] static void pause() noexcept { asm volatile("isb" : : : "memory"); }
    [[nodiscard, gnu::always_inline]] static std::uint64_t counter() noexcept {
        std::uint64_t ticks = 0;
        asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
        return ticks;
    }
    // The counter has its own frequency, of 1 GHz or less.
    [[nodiscard]] static std::uint64_t cycles() noexcept {
        constexpr std::uint64_t two_in_a_nanosecond = 2'000'000'000;
        std::uint64_t frequency = 0;
        asm("mrs %0, cntfrq_el0" : "=r"(frequency));
        return counter() * (frequency == 0 ? 1 : (two_in_a_nanosecond + frequency / 2) / frequency);
    }
    [[gnu::always_inline]] static void count_up(std::atomic<std::uint64_t>& number) noexcept {
        number.store(number.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    // Not __builtin_prefetch: GCC takes a function that does nothing else for one without effect.
    [[gnu::always_inline]] static void prefetch_to_read(const char* address) noexcept {
        asm volatile("prfm pldl1keep, %0" : : "Q"(*address));
    }
    [[gnu::always_inline]] static void prefetch_to_write(const char* address) noexcept {
        asm volatile("prfm pstl1keep, %0" : : "Q"(*address));
    }
};

} // namespace sartor::architecture
