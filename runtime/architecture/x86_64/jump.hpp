// Boost's jump, which keeps the control words of arithmetic itself.
#pragma once

#include <boost/context/detail/fcontext.hpp>

namespace sartor::architecture {

struct Jump {
    using Transfer = boost::context::detail::transfer_t;

#if !defined(SARTOR_ADDRESS_SANITIZER) && !defined(SARTOR_THREAD_SANITIZER)
    // Boost's jump ends with a jump, not with a return: called, it would leave processors with one return
    // address too many in their prediction, and each return after a switch would be mispredicted. Compiled
    // without a red zone, which the pushed address would overwrite (options.cmake).
    [[gnu::always_inline]] static Transfer jump(boost::context::detail::fcontext_t to, void* data) noexcept {
        Transfer came;
        auto* jump =
            &boost::context::detail::jump_fcontext; // registers need not be preserved as across a call
        asm volatile("leaq 1f(%%rip), %%rax\n\t"
                     "pushq %%rax\n\t"
                     "jmpq *%[jump]\n"
                     "1:"
                     : "=a"(came.fctx), "=d"(came.data), "+D"(to), "+S"(data), [jump] "+c"(jump)
                     :
                     : "r8", "r9", "r10", "r11", "cc", "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
                       "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
                       "xmm15");
        return came;
    }
#else
    static Transfer jump(boost::context::detail::fcontext_t to, void* data) noexcept {
        return boost::context::detail::jump_fcontext(to, data);
    }
#endif
    static void leave() noexcept {}
};

} // namespace sartor::architecture
