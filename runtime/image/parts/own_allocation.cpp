// operator new and delete that the program defines: the C++ library, which ranks share, calls those of the
// rank. The link adds this part, and gives the functions that the program defines a second name.
#include <cstddef>

#include "runtime/rank/for_parts.hpp"

#define SARTOR_OPERATOR(number, name)                                                                        \
    extern "C" [[gnu::weak]] void sartor_own_operator_##number() asm("sartor_image_own." name);
#include "runtime/rank/allocation_operators.inc"
#undef SARTOR_OPERATOR

extern "C" void sartor_image_own_allocation() {}

namespace {

// Before the program's objects.
__attribute__((constructor(100))) void register_operators() {
    using Operator = void (*)();
    static const Operator own[] = {
#define SARTOR_OPERATOR(number, name) &sartor_own_operator_##number,
#include "runtime/rank/allocation_operators.inc"
#undef SARTOR_OPERATOR
    };
    sartor_rank_own_operators(own);
}

} // namespace
