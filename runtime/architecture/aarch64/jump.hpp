// Boost's jump, which returns by a return and keeps no control word.
#pragma once

#include <boost/context/detail/fcontext.hpp>

#include "runtime/architecture/aarch64/processor.hpp"

namespace sartor::architecture {

// FPCR is zero in each jump: what a flow of control begins with. Most have it so all the time, and writing it
// is slower than reading it.
struct Jump {
    static boost::context::detail::transfer_t jump(boost::context::detail::fcontext_t to,
                                                   void* data) noexcept {
        const ControlWords own = ControlWords::now();
        leave();
        const auto came = boost::context::detail::jump_fcontext(to, data);
        if (own != ControlWords::at_start()) own.set();
        return came;
    }
    static void leave() noexcept {
        if (ControlWords::now() != ControlWords::at_start()) ControlWords::at_start().set();
    }
};

} // namespace sartor::architecture
