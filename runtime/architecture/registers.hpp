// The registers of a thread, for reports of crashes.
#pragma once

#include <concepts>
#include <cstdint>
#include <ucontext.h>

#include "runtime/architecture/name.hpp"

namespace sartor::architecture {
inline constexpr int on_stack = -1; // where calls leave their return address: no register
}

#include SARTOR_ARCHITECTURE_FILE(registers.hpp)

namespace sartor::architecture {

// values: `count` in DWARF's order. unwinding_count: of these, as many as libdw takes by number; the
// instruction pointer may be behind them. return_address: the number of the register in which a call leaves
// where it came from; `on_stack`: a call pushes it. follows_call(): whether the instruction before this
// address, in the program's code, is a call.
template <class R>
concept RegistersOf = requires(const R registers, const ucontext_t& context, std::uintptr_t address) {
    { R::count } -> std::convertible_to<int>;
    { R::unwinding_count } -> std::convertible_to<int>;
    { R::stack_pointer } -> std::convertible_to<int>;
    { R::instruction_pointer } -> std::convertible_to<int>;
    { R::return_address } -> std::convertible_to<int>;
    { registers.values[0] } -> std::convertible_to<std::uintptr_t>;
    { R::of(context) }
    noexcept->std::same_as<R>;
    { R::follows_call(address) }
    noexcept->std::same_as<bool>;
};
static_assert(RegistersOf<Registers>);

} // namespace sartor::architecture
