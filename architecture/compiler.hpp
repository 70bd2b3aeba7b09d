// Options of compilers that only some architectures have.
#pragma once

#include <concepts>

#include "architecture/name.hpp"

#include SARTOR_ARCHITECTURE_FILE(compiler.hpp)

namespace sartor::architecture {

// calls_for_copies: for GCC, so that copies of structures are calls, which are seen in programs built with
// --checked.
template <class C>
concept CompilerOf = requires {
    { C::calls_for_copies.begin() } -> std::convertible_to<const char* const*>;
};
static_assert(CompilerOf<Compiler>);

} // namespace sartor::architecture
