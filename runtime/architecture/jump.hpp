// The jump from one flow of control to another, by Boost.Context.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <concepts>

#include "runtime/architecture/name.hpp"

#include SARTOR_ARCHITECTURE_FILE(jump.hpp)

namespace sartor::architecture {

// jump(): leaves this flow of control, which goes on when another one jumps to it, with its own control words
// of arithmetic. A flow that begins has those of a program's start. leave(): before a flow is left for ever
// in another way than by jump().
template <class J>
concept JumpOf = requires(boost::context::detail::fcontext_t to, void* data) {
    { J::jump(to, data) }
    noexcept->std::same_as<boost::context::detail::transfer_t>;
    { J::leave() }
    noexcept;
};
static_assert(JumpOf<Jump>);

} // namespace sartor::architecture
