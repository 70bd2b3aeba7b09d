// Handlers of signals of the rank's own.
#include <cerrno>
#include <csignal>

#include "runtime/image/parts/signals.hpp"
#include "runtime/rank/for_parts.hpp"

bool sartor_children_are_reaped = false;

namespace {

[[gnu::used]] const bool* const interrupted_sleep = &sartor_sleep_is_interrupted;

using Handler = void (*)(int);

int set_action(int signal, const struct sigaction* action, struct sigaction* before) noexcept {
    const int result = sartor_rank_sigaction(signal, action, before);
    if (result == 0 && action != nullptr && signal == SIGCHLD)
        sartor_children_are_reaped = (action->sa_flags & SA_NOCLDWAIT) != 0 ||
                                     ((action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler == SIG_IGN);
    return result;
}

Handler set_handler(int signal, Handler handler, int flags) noexcept {
    struct sigaction action {};
    struct sigaction before {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    return set_action(signal, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

} // namespace

extern "C" {

void sartor_lend_ignored_signals(bool lends) noexcept {
    sartor_rank_lend_ignored_signals(lends);
}

[[gnu::weak]] int sigaction(int signal, const struct sigaction* action, struct sigaction* before) noexcept {
    return set_action(signal, action, before);
}
[[gnu::weak]] Handler signal(int signal, Handler handler) noexcept {
    return set_handler(signal, handler, SA_RESTART);
}
[[gnu::weak, gnu::alias("signal")]] Handler bsd_signal(int signal, Handler handler) noexcept;
[[gnu::weak, gnu::alias("signal")]] Handler ssignal(int signal, Handler handler) noexcept;
[[gnu::weak]] Handler sysv_signal(int signal, Handler handler) noexcept {
    return set_handler(signal, handler, SA_RESETHAND | SA_NODEFER);
}
[[gnu::weak, gnu::alias("sysv_signal")]] Handler __sysv_signal(int signal, Handler handler) noexcept;

[[gnu::weak]] int sigignore(int signal) noexcept {
    return set_handler(signal, SIG_IGN, 0) == SIG_ERR ? -1 : 0;
}

[[gnu::weak]] int siginterrupt(int signal, int interrupts) noexcept {
    struct sigaction action {};
    if (sartor_rank_sigaction(signal, nullptr, &action) != 0) return -1;
    action.sa_flags = interrupts != 0 ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
    return sartor_rank_sigaction(signal, &action, nullptr);
}

} // extern "C"
