// ELF files for 64-bit Arm (ELF for the Arm 64-bit Architecture, sections 5.7.5 to 5.7.11).
#pragma once

#include <array>
#include <elf.h>

#define SARTOR_MULTIARCH "aarch64-linux-gnu"

namespace sartor::architecture {

struct ElfFiles {
    static constexpr const char* name = "AArch64";
    static constexpr unsigned machine = EM_AARCH64;
    static constexpr const char* multiarch = SARTOR_MULTIARCH;
    static constexpr const char* dynamic_linker = "ld-linux-aarch64";
    static constexpr int kind_in_cache = 0x0a03;
    // Pages may have 64 KiB: for a part that is read-only after relocations the file would be filled up to
    // one.
    static constexpr std::array<const char*, 2> options_of_image = {"-z", "norelro"};

    // The page of an address is relative to the instruction: wrong only for what is in another file. The
    // second half of an address has a relocation of its own, which is not looked at.
    [[nodiscard]] static constexpr const char* position_dependent(unsigned relocation) noexcept {
        if (is_local_exec(relocation)) return "R_AARCH64_TLSLE";
        if (relocation >= R_AARCH64_MOVW_UABS_G0 && relocation <= R_AARCH64_MOVW_SABS_G2)
            return "R_AARCH64_MOVW_ABS";
        switch (relocation) {
        case R_AARCH64_ABS32:
            return "R_AARCH64_ABS32";
        case R_AARCH64_ABS16:
            return "R_AARCH64_ABS16";
        case R_AARCH64_PREL32:
            return "R_AARCH64_PREL32";
        case R_AARCH64_ADR_PREL_PG_HI21:
            return "R_AARCH64_ADR_PREL_PG_HI21";
        default:
            return nullptr;
        }
    }
    [[nodiscard]] static constexpr bool only_if_external(unsigned relocation) noexcept {
        return relocation == R_AARCH64_ADR_PREL_PG_HI21 || relocation == R_AARCH64_PREL32;
    }
    [[nodiscard]] static constexpr const char* thread_local_model(unsigned relocation) noexcept {
        if (is_local_exec(relocation)) return "local exec";
        if (relocation >= R_AARCH64_TLSIE_MOVW_GOTTPREL_G1 &&
            relocation <= R_AARCH64_TLSIE_LD_GOTTPREL_PREL19)
            return "initial exec";
        if (relocation >= R_AARCH64_TLSLD_ADR_PREL21 && relocation < R_AARCH64_TLSIE_MOVW_GOTTPREL_G1)
            return "local dynamic";
        const bool is_described =
            relocation >= R_AARCH64_TLSDESC_LD_PREL19 && relocation <= R_AARCH64_TLSDESC_CALL;
        const bool is_general =
            relocation >= R_AARCH64_TLSGD_ADR_PREL21 && relocation < R_AARCH64_TLSLD_ADR_PREL21;
        return is_described || is_general ? "general dynamic" : nullptr;
    }

  private:
    [[nodiscard]] static constexpr bool is_local_exec(unsigned relocation) noexcept {
        constexpr unsigned last_of_128_bits = R_AARCH64_TLSLE_LDST128_TPREL_LO12_NC;
        return (relocation >= R_AARCH64_TLSLE_MOVW_TPREL_G2 && relocation < R_AARCH64_TLSDESC_LD_PREL19) ||
               relocation == R_AARCH64_TLSLE_LDST128_TPREL_LO12 || relocation == last_of_128_bits;
    }
};

} // namespace sartor::architecture
