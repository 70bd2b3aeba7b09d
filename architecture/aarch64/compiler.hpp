// Options of compilers for 64-bit Arm. GCC copies structures of up to 256 bytes by instructions, whatever it
// is told.
#pragma once

#include <array>

namespace sartor::architecture {

struct Compiler {
    static constexpr std::array<const char*, 0> calls_for_copies = {};
};

} // namespace sartor::architecture
