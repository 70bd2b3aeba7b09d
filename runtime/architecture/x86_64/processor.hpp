// x86-64 processors.
#pragma once

#include <atomic>
#include <cstdint>

namespace sartor::architecture {

// The System V ABI, AMD64 supplement, section 3.4.1: control words at the start of a program.
class ControlWords {
  public:
    [[nodiscard, gnu::always_inline]] static ControlWords now() noexcept {
        ControlWords words(__builtin_ia32_stmxcsr(), 0);
        asm volatile("fnstcw %0" : "=m"(words.x87_));
        return words;
    }
    [[nodiscard]] static constexpr ControlWords at_start() noexcept { return {0x1f80, 0x037f}; }
    [[gnu::always_inline]] void set() const noexcept {
        __builtin_ia32_ldmxcsr(vector_);
        asm volatile("fldcw %0" : : "m"(x87_));
    }

  private:
    constexpr ControlWords(std::uint32_t vector, std::uint16_t x87) noexcept : vector_(vector), x87_(x87) {}

    std::uint32_t vector_;
    std::uint16_t x87_;
};

struct Processor {
    static constexpr const char* counter_name = "tsc";
    static constexpr unsigned address_bits = 47;
    using FloatingPoint = ControlWords;

    [[gnu::always_inline]] static void pause() noexcept { __builtin_ia32_pause(); }
    [[nodiscard, gnu::always_inline]] static std::uint64_t counter() noexcept {
        return __builtin_ia32_rdtsc();
    }
    [[nodiscard, gnu::always_inline]] static std::uint64_t cycles() noexcept { return counter(); }
    [[gnu::always_inline]] static void count_up(std::atomic<std::uint64_t>& number) noexcept {
        asm("addq $1, %0" : "+m"(number)); // compilers make a load, an addition and a store of atomic ones
    }
    // Not __builtin_prefetch: GCC takes a function that does nothing else for one without effect and removes
    // its calls; and it prefetches a line that will be written as one that will be read.
    [[gnu::always_inline]] static void prefetch_to_read(const char* address) noexcept {
        asm volatile("prefetcht0 %0" : : "m"(*address));
    }
    [[gnu::always_inline]] static void prefetch_to_write(const char* address) noexcept {
        asm volatile("prefetchw %0" : : "m"(*address));
    }
};

} // namespace sartor::architecture
