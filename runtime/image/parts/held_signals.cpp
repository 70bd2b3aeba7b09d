// sigset: a handler of the rank's own, and the signal is not held; or SIG_HOLD, and it is. What is held
// belongs to the thread.
#include <cerrno>
#include <csignal>

#include "runtime/image/parts/needs_thread.hpp"
#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/rank/for_parts.hpp"

namespace {

using Handler = void (*)(int);

bool change_mask(int how, int signal, sigset_t& before) noexcept {
    using Change = int (*)(int, const sigset_t*, sigset_t*);
    sigset_t set;
    sigemptyset(&set);
    if (sigaddset(&set, signal) != 0) return false;
    return sartor::process::of_c_library<Change>("sigprocmask")(how, &set, &before) == 0;
}

} // namespace

extern "C" [[gnu::weak]] Handler sigset(int signal, Handler handler) noexcept {
    refer_to(sartor_rank_thread_for_held_signals);
    sigset_t before;
    struct sigaction action {};
    struct sigaction was {};
    if (handler == SIG_HOLD) {
        if (!change_mask(SIG_BLOCK, signal, before)) return SIG_ERR;
        if (sigismember(&before, signal) == 1) return SIG_HOLD;
        return sigaction(signal, nullptr, &was) == 0 ? was.sa_handler : SIG_ERR;
    }
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    if (sigaction(signal, &action, &was) != 0 || !change_mask(SIG_UNBLOCK, signal, before)) return SIG_ERR;
    return sigismember(&before, signal) == 1 ? SIG_HOLD : was.sa_handler;
}
