// Children of fork(): processes of one thread, which are no ranks. What the rank has left to be done at its
// end is done at theirs.
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "runtime/image/image.hpp"
#include "runtime/output/output.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/exit_handlers.hpp"
#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/signals.hpp"

namespace sartor::process {

// Linked where ranks redirect their streams.
[[gnu::weak]] void pass_redirections_to_child(const Rank& rank) noexcept;

namespace {

Rank* rank_of_child = nullptr; // in a child: the rank that was copied

// Called by exit(); _exit leaves it out.
void end_child() noexcept {
    run_exit_handlers(*rank_of_child);
    end_copies(*rank_of_child);
    flush_output();
}

// Standard input is that of another rank.
void read_nothing() noexcept {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0) return;
    dup2(nothing, STDIN_FILENO);
    close(nothing);
}

// A crash ends the child with its signal: who waits for it looks at that.
void forget_reports_of_crashes() noexcept {
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, SIG_DFL);
}

void hold_output_of_rank() noexcept {
    if (current != nullptr) hold_output();
}
void go_on_in_parent() noexcept {
    if (current != nullptr) release_output();
}
void go_on_in_child() noexcept {
    if (current == nullptr) return;
    const bool has_input = sartor_rank_has_input();
    rank_of_child = current;
    current = nullptr;
    if (!has_input) read_nothing();
    release_output_in_child(*rank_of_child);
    if (&pass_redirections_to_child != nullptr) pass_redirections_to_child(*rank_of_child);
    forget_reports_of_crashes();
    if (&pass_signals_to_child != nullptr) pass_signals_to_child(*rank_of_child);
}

// Before the program registers handlers of its own: those run while the output is not held, and may write.
__attribute__((constructor)) void surround_forks() {
    pthread_atfork(&hold_output_of_rank, &go_on_in_parent, &go_on_in_child);
}

} // namespace

} // namespace sartor::process

using namespace sartor::process;

pid_t sartor_rank_fork() noexcept {
    const bool of_rank = current != nullptr;
    const pid_t child = fork();
    if (child == 0 && of_rank && std::atexit(&end_child) != 0) return -1;
    return child;
}
