// The registers of x86-64.
#pragma once

#include <cstdint>
#include <ucontext.h>

namespace sartor::architecture {

struct Registers {
    static constexpr int count = 17;
    static constexpr int unwinding_count = 17;
    static constexpr int stack_pointer = 7;
    static constexpr int instruction_pointer = 16;
    static constexpr int return_address = on_stack;
    std::uintptr_t values[count];

    [[nodiscard]] std::uintptr_t instruction() const noexcept { return values[instruction_pointer]; }
    [[nodiscard]] std::uintptr_t stack() const noexcept { return values[stack_pointer]; }

    [[nodiscard]] static Registers of(const ucontext_t& context) noexcept {
        constexpr int in_order[count] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                         REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                         REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
        Registers registers{};
        for (int index = 0; index < count; ++index)
            registers.values[index] = static_cast<std::uintptr_t>(context.uc_mcontext.gregs[in_order[index]]);
        return registers;
    }

    // A call is e8 and 32 bits, or ff with a register or memory operand (2 to 7 bytes).
    [[nodiscard]] static bool follows_call(std::uintptr_t address) noexcept {
        const auto* code = reinterpret_cast<const unsigned char*>(address);
        if (code[-5] == 0xe8) return true;
        for (int length = 2; length <= 7; ++length)
            if (code[-length] == 0xff && ((code[1 - length] >> 3) & 7) == 2) return true;
        return false;
    }
};

} // namespace sartor::architecture
