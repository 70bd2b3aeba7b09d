// Handlers of signals for each rank: the process has one handler, which calls that of the rank whose thread
// the signal has reached. A signal for the process reaches all ranks.
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

#include "components/process/process.hpp"
#include "components/process/process_state.hpp"
#include "components/process/rank/for_parts.hpp"

namespace sartor::process {

// In a child of fork(): the rank that was copied (children.cpp).
[[gnu::weak]] extern Rank* rank_of_child;

namespace {

using Action = struct sigaction;
using Actions = Action[NSIG];

Actions* actions = nullptr; // of each rank
Action underlying[NSIG];    // before any rank had a handler
bool installed[NSIG];
pthread_mutex_t actions_mutex = PTHREAD_MUTEX_INITIALIZER;

const Rank* receiver() noexcept {
    if (current != nullptr) return current;
    return &rank_of_child != nullptr ? rank_of_child : nullptr;
}

Action& action_of(const Rank& rank, int signal) noexcept {
    return actions[rank.number - state.ranks[0].number][signal];
}

bool is_handled(const Action& action) noexcept {
    return (action.sa_flags & SA_SIGINFO) != 0 ||
           (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}
bool is_ignored(const Action& action) noexcept {
    return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
}

void call(const Action& action, int signal, siginfo_t* information, void* context) noexcept {
    if ((action.sa_flags & SA_SIGINFO) != 0) return action.sa_sigaction(signal, information, context);
    action.sa_handler(signal);
}

// What the signal does to a process that has no handler for it.
void do_default(int signal, siginfo_t* information, void* context) noexcept {
    if (is_handled(underlying[signal])) return call(underlying[signal], signal, information, context);
    if (is_ignored(underlying[signal])) return;
    if (signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT) return;
    end_run(128 + signal);
}

// By the thread's own doing, or sent to this thread.
bool is_for_thread(const siginfo_t& information) noexcept {
    const int signal = information.si_signo;
    const bool is_fault =
        signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGTRAP;
    return (is_fault && information.si_code > 0) || information.si_code == SI_TKILL ||
           information.si_code == SI_TIMER;
}

void pass_to_all(int signal) noexcept {
    for (int index = 0; index < state.worker_count; ++index)
        pthread_kill(state.workers[index].thread, signal);
}

void dispatch(int signal, siginfo_t* information, void* context) noexcept {
    const int kept_errno = errno;
    const Rank* rank = receiver();
    if (current == nullptr && rank == nullptr) return do_default(signal, information, context);
    if (current != nullptr && state.own_threads && !is_for_thread(*information)) {
        pass_to_all(signal);
        errno = kept_errno;
        return;
    }
    Action& own = action_of(*rank, signal);
    const Action action = own;
    if ((action.sa_flags & SA_RESETHAND) != 0) own = {};
    if (is_handled(action))
        call(action, signal, information, context);
    else if (!is_ignored(action))
        do_default(signal, information, context);
    errno = kept_errno;
}

// False: errno says why.
bool install(int signal, const Action& wanted) noexcept {
    Action common = wanted;
    common.sa_sigaction = &dispatch;
    common.sa_flags = SA_SIGINFO | SA_NODEFER | (wanted.sa_flags & (SA_RESTART | SA_ONSTACK));
    if (is_ignored(wanted)) common.sa_flags |= SA_RESTART;
    if (installed[signal]) { // other ranks may need the signal stack
        Action before{};
        sigaction(signal, nullptr, &before);
        common.sa_flags |= before.sa_flags & SA_ONSTACK;
    }
    if (sigaction(signal, &common, installed[signal] ? nullptr : &underlying[signal]) != 0) return false;
    installed[signal] = true;
    return true;
}

} // namespace

} // namespace sartor::process

using namespace sartor::process;

extern "C" {

int sartor_rank_sigaction(int signal, const struct sigaction* action, struct sigaction* before) noexcept {
    const Rank* rank = receiver();
    if (rank == nullptr || signal <= 0 || signal >= NSIG ||
        (signal == SIGCHLD && action != nullptr && is_ignored(*action)))
        return sigaction(signal, action, before);
    pthread_mutex_lock(&actions_mutex);
    if (actions == nullptr)
        actions = static_cast<Actions*>(std::calloc(static_cast<std::size_t>(state.size), sizeof(Actions)));
    int result = actions != nullptr ? 0 : -1;
    if (actions != nullptr) {
        Action& own = action_of(*rank, signal);
        const Action kept = own;
        const bool needs_handler = action != nullptr && (is_handled(*action) || is_ignored(*action));
        if (needs_handler && !install(signal, *action))
            result = -1;
        else if (action != nullptr)
            own = *action;
        if (result == 0 && before != nullptr) *before = kept;
    }
    pthread_mutex_unlock(&actions_mutex);
    return result;
}

bool sartor_rank_signal(int number, int signal) noexcept {
    if (number < 0 || number >= size() || current == nullptr) return false;
    const Rank& receiver = rank(number);
    if (receiver.worker == nullptr || receiver.ended) return false;
    return signal == 0 || pthread_kill(receiver.worker->thread, signal) == 0;
}

} // extern "C"
