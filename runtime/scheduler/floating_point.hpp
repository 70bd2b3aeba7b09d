// The control words of floating-point arithmetic: rounding and traps. Boost.Context keeps them for each flow
// of control, and one begins with those of the thread that prepares it.
#pragma once

#include <cstdint>

namespace sartor::process {

// As long as it lives, the thread has the control words with which a program starts (System V ABI, AMD64
// supplement, section 3.4.1), whatever a rank has changed.
class FloatingPointAtStart {
#ifdef __x86_64__
  public:
    FloatingPointAtStart() noexcept : vector_(__builtin_ia32_stmxcsr()) {
        asm volatile("fnstcw %0" : "=m"(x87_));
        set(vector_at_start, x87_at_start);
    }
    ~FloatingPointAtStart() {
        set(vector_, x87_);
    }
    FloatingPointAtStart(const FloatingPointAtStart&) = delete;
    FloatingPointAtStart& operator=(const FloatingPointAtStart&) = delete;

  private:
    static constexpr std::uint32_t vector_at_start = 0x1f80;
    static constexpr std::uint16_t x87_at_start = 0x037f;

    static void set(std::uint32_t vector, std::uint16_t x87) noexcept {
        __builtin_ia32_ldmxcsr(vector);
        asm volatile("fldcw %0" : : "m"(x87));
    }

    std::uint32_t vector_;
    std::uint16_t x87_ = 0;
#endif
};

} // namespace sartor::process
