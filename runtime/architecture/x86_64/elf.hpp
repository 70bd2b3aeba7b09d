// ELF files for x86-64 (System V ABI, AMD64 supplement).
#pragma once

#include <array>
#include <elf.h>

#define SARTOR_MULTIARCH "x86_64-linux-gnu"

namespace sartor::architecture {

struct ElfFiles {
    static constexpr const char* name = "x86-64";
    static constexpr unsigned machine = EM_X86_64;
    static constexpr const char* multiarch = SARTOR_MULTIARCH;
    static constexpr const char* dynamic_linker = "ld-linux-x86-64";
    static constexpr int kind_in_cache = 0x0303;
    static constexpr std::array<const char*, 0> options_of_image = {};

    [[nodiscard]] static constexpr const char* position_dependent(unsigned relocation) noexcept {
        switch (relocation) {
        case R_X86_64_32:
            return "R_X86_64_32";
        case R_X86_64_32S:
            return "R_X86_64_32S";
        case R_X86_64_16:
            return "R_X86_64_16";
        case R_X86_64_8:
            return "R_X86_64_8";
        case R_X86_64_TPOFF32:
            return "R_X86_64_TPOFF32";
        case R_X86_64_TPOFF64:
            return "R_X86_64_TPOFF64";
        case R_X86_64_PC32:
            return "R_X86_64_PC32";
        default:
            return nullptr;
        }
    }
    [[nodiscard]] static constexpr bool only_if_external(unsigned relocation) noexcept {
        return relocation == R_X86_64_PC32;
    }
    [[nodiscard]] static constexpr const char* thread_local_model(unsigned relocation) noexcept {
        switch (relocation) {
        case R_X86_64_TLSGD:
        case R_X86_64_GOTPC32_TLSDESC:
            return "general dynamic";
        case R_X86_64_TLSLD:
            return "local dynamic";
        case R_X86_64_GOTTPOFF:
            return "initial exec";
        case R_X86_64_TPOFF32:
        case R_X86_64_TPOFF64:
            return "local exec";
        default:
            return nullptr;
        }
    }
};

} // namespace sartor::architecture
