// The registers of 64-bit Arm: x0 to x30, the stack pointer, the program counter.
#pragma once

#include <cstdint>
#include <cstring>
#include <ucontext.h>

namespace sartor::architecture {

struct Registers {
    static constexpr int count = 33;
    static constexpr int unwinding_count = 32;
    static constexpr int stack_pointer = 31;
    static constexpr int instruction_pointer = 32;
    static constexpr int return_address = 30;
    std::uintptr_t values[count];

    [[nodiscard]] std::uintptr_t instruction() const noexcept { return values[instruction_pointer]; }
    [[nodiscard]] std::uintptr_t stack() const noexcept { return values[stack_pointer]; }

    [[nodiscard]] static Registers of(const ucontext_t& context) noexcept {
        Registers registers{};
        for (int index = 0; index < stack_pointer; ++index)
            registers.values[index] = context.uc_mcontext.regs[index];
        registers.values[stack_pointer] = context.uc_mcontext.sp;
        registers.values[instruction_pointer] = context.uc_mcontext.pc;
        return registers;
    }

    // BL, or BLR and its kin with authenticated pointers.
    [[nodiscard]] static bool follows_call(std::uintptr_t address) noexcept {
        std::uint32_t instruction = 0;
        if (address % sizeof instruction != 0) return false;
        std::memcpy(&instruction, reinterpret_cast<const void*>(address - sizeof instruction),
                    sizeof instruction);
        return (instruction & 0xfc000000) == 0x94000000 || (instruction & 0xfefff000) == 0xd63f0000;
    }
};

} // namespace sartor::architecture
