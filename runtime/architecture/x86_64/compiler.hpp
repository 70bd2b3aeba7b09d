// Options of compilers for x86-64.
#pragma once

#include <array>

namespace sartor::architecture {

struct Compiler {
    static constexpr std::array calls_for_copies = {"-mmemcpy-strategy=libcall:-1:noalign",
                                                    "-mmemset-strategy=libcall:-1:noalign"};
};

} // namespace sartor::architecture
