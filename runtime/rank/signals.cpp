// Handlers of signals for each rank: the process has one handler, which calls that of the rank that the
// signal concerns. A signal for the process reaches all ranks. Children of fork() have their rank's handlers
// themselves.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>
#include <utility>

#include "runtime/failures/failures.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/signals.hpp"
#include "runtime/scheduler/time_slices.hpp"

namespace sartor::process {

namespace {

using Action = struct sigaction;

// What a rank's signals do, and how many its handlers have handled.
struct OfRank {
    Action actions[NSIG];
    std::atomic<unsigned> handled;
};

OfRank* of_ranks = nullptr;
Action underlying[NSIG]; // before any rank had a handler
bool installed[NSIG];
pthread_mutex_t actions_mutex = PTHREAD_MUTEX_INITIALIZER;

Action& action_of(const Rank& rank, int signal) noexcept {
    return of_ranks[state.index_of(rank)].actions[signal];
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
    // Not by report(): the thread may be in the middle of its output.
    dprintf(STDERR_FILENO, "sartor: signal %d (%s) ends the run: a rank does not handle it\n", signal,
            strsignal(signal));
    end_run(128 + signal);
}

// By the thread's own doing, or sent to this thread. The system sends SIGPIPE to the thread that writes, in
// the name of its process.
bool is_for_thread(const siginfo_t& information) noexcept {
    const int signal = information.si_signo;
    if (signal == SIGPIPE && information.si_code == SI_USER && information.si_pid == state.process)
        return true;
    const bool is_fault =
        signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGTRAP;
    return (is_fault && information.si_code > 0) || information.si_code == SI_TKILL ||
           information.si_code == SI_TIMER;
}

// Sent by sartor_rank_signal() to this rank, where ranks share threads; otherwise null.
Rank* addressee(const siginfo_t& information) noexcept {
    const auto* const sent = static_cast<const Rank*>(information.si_value.sival_ptr);
    if (information.si_code != SI_QUEUE || information.si_pid != state.process) return nullptr;
    for (int index = 0; index < state.size; ++index)
        if (sent == &state.ranks[index]) return &state.ranks[index];
    return nullptr;
}

bool takes_signals(const Rank& rank) noexcept {
    return rank.worker != nullptr && !rank.ended;
}

// Handlers run on the thread that the signal has reached. One of a rank that is not its rank now writes the
// variables of its own rank all the same, since its code belongs to the rank's image.
constinit thread_local bool handles_for_other = false;

// False: the rank has neither a handler nor ignores the signal.
bool handle(const Rank& rank, int signal, siginfo_t* information, void* context) noexcept {
    Action& own = action_of(rank, signal);
    const Action action = own;
    if ((action.sa_flags & SA_RESETHAND) != 0) own = {};
    if (is_handled(action)) {
        call(action, signal, information, context);
        of_ranks[state.index_of(rank)].handled.fetch_add(1, std::memory_order_relaxed);
    }
    return is_handled(action) || is_ignored(action);
}

bool handle_here(Rank& rank, int signal, siginfo_t* information, void* context) noexcept {
    if (current == &rank) return handle(rank, signal, information, context);
    Rank* const interrupted = current;
    const bool was_for_other = handles_for_other;
    current = &rank;
    handles_for_other = true;
    const bool is_known = handle(rank, signal, information, context);
    handles_for_other = was_for_other;
    current = interrupted;
    return is_known;
}

// The rank that is interrupted comes last: its handler may jump away.
bool handle_for_all(int signal, siginfo_t* information, void* context) noexcept {
    bool is_known = true;
    for (int index = 0; index < state.size; ++index) {
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): ranks are there as long as handlers
        Rank& rank = state.ranks[index];
        if (&rank != current && takes_signals(rank) && !handle_here(rank, signal, information, context))
            is_known = false;
    }
    return (current == nullptr || handle(*current, signal, information, context)) && is_known;
}

void pass_to_all(int signal) noexcept {
    for (int index = 0; index < state.worker_count; ++index)
        pthread_kill(state.workers[index].thread, signal);
}

// Of ranks that have an OS thread each.
bool dispatch_on_own_thread(int signal, siginfo_t* information, void* context) noexcept {
    if (is_for_thread(*information))
        return current != nullptr && handle(*current, signal, information, context);
    pass_to_all(signal); // from whichever thread it has reached
    return true;
}

bool dispatch_on_shared_thread(int signal, siginfo_t* information, void* context) noexcept {
    if (Rank* const rank = addressee(*information)) {
        information->si_code = SI_USER;
        return handle_here(*rank, signal, information, context);
    }
    if (!is_for_thread(*information)) return handle_for_all(signal, information, context);
    return current != nullptr && handle(*current, signal, information, context);
}

// Where the handler runs now: of which rank, and its frame on the rank's stack.
struct Handling {
    const Rank* rank;
    std::uintptr_t frame; // 0: nowhere
};
thread_local Handling handling{nullptr, 0};

[[gnu::noinline]] std::uintptr_t frame_address() noexcept {
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

void dispatch(int signal, siginfo_t* information, void* context) noexcept {
    if (&time_slices::take_signal != nullptr && time_slices::take_signal(*information, context)) return;
    const int kept_errno = errno;
    const Handling before = std::exchange(handling, {current, frame_address()});
    bool is_known = false;
    if (state.own_threads)
        is_known = dispatch_on_own_thread(signal, information, context);
    else
        is_known = dispatch_on_shared_thread(signal, information, context);
    if (!is_known) do_default(signal, information, context);
    handling = before;
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

// Stacks grow downwards: who is above the frame of the handler has come here by a jump out of it.
bool is_handling_signal() noexcept {
    if (handles_for_other) return true;
    if (handling.frame == 0 || handling.rank != current) return false;
    if (frame_address() > handling.frame) handling.frame = 0;
    return handling.frame != 0;
}

bool is_in_handler_for_other() noexcept {
    return handles_for_other;
}

unsigned handled_signals(const Rank& rank) noexcept {
    return of_ranks != nullptr ? of_ranks[state.index_of(rank)].handled.load(std::memory_order_relaxed) : 0;
}

void pass_signals_to_child(const Rank& rank) noexcept {
    for (int signal = 1; signal < NSIG; ++signal) {
        if (!installed[signal]) continue;
        const Action& own = action_of(rank, signal);
        const bool was_ignored = !is_handled(own) && is_ignored(underlying[signal]); // before the run
        sigaction(signal, was_ignored ? &underlying[signal] : &own, nullptr);
    }
}

} // namespace sartor::process

using namespace sartor::process;

extern "C" {

int sartor_rank_sigaction(int signal, const struct sigaction* action, struct sigaction* before) noexcept {
    const Rank* const rank = current;
    const bool reaps =
        signal == SIGCHLD && action != nullptr && is_ignored(*action); // image/parts/children.cpp
    if (rank == nullptr || signal <= 0 || signal >= NSIG || (reaps && state.size == 1))
        return sigaction(signal, action, before);
    pthread_mutex_lock(&actions_mutex);
    if (of_ranks == nullptr)
        of_ranks = static_cast<OfRank*>(std::calloc(static_cast<std::size_t>(state.most), sizeof(OfRank)));
    int result = of_ranks != nullptr ? 0 : -1;
    if (of_ranks != nullptr) {
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

// Handlers may run meanwhile and set others, so only those who lend exclude each other. Where the process
// ignores SIGCHLD, children of other ranks would leave nothing to wait for.
void sartor_rank_lend_ignored_signals(bool lends) noexcept {
    static pthread_mutex_t lending = PTHREAD_MUTEX_INITIALIZER;
    static Action kept[NSIG];
    static bool is_lent[NSIG];
    if (current == nullptr) return;
    if (&time_slices::hold != nullptr) time_slices::hold(lends);
    if (lends) pthread_mutex_lock(&lending);
    pthread_mutex_lock(&actions_mutex);
    Action ignored{};
    ignored.sa_handler = SIG_IGN;
    for (int signal = 1; signal < NSIG; ++signal) {
        Action now{};
        if (lends) {
            is_lent[signal] = of_ranks != nullptr && signal != SIGCHLD && installed[signal] &&
                              is_ignored(action_of(*current, signal)) &&
                              sigaction(signal, &ignored, &kept[signal]) == 0;
        } else if (is_lent[signal] && sigaction(signal, nullptr, &now) == 0 && is_ignored(now)) {
            sigaction(signal, &kept[signal], nullptr);
        }
    }
    pthread_mutex_unlock(&actions_mutex);
    if (!lends) pthread_mutex_unlock(&lending);
}

bool sartor_rank_signal(int index, int signal) noexcept {
    if (index < 0 || index >= state.size || current == nullptr || !takes_signals(state.ranks[index]))
        return false;
    Rank& rank = state.ranks[index];
    if (signal == 0) return true;
    if (signal == SIGKILL && &failures::kill_survived != nullptr) return failures::kill_survived(rank), true;
    if (state.own_threads || &rank == current) return pthread_kill(rank.worker->thread, signal) == 0;
    sigval sent{};
    sent.sival_ptr = &rank;
    return pthread_sigqueue(rank.worker->thread, signal, sent) == 0;
}

} // extern "C"
