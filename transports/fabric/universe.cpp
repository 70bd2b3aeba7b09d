#include "transports/fabric/universe.hpp"

#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

#include "runtime/peers.hpp"
#include "runtime/ports.hpp"
#include "runtime/process.hpp"
#include "runtime/spawning.hpp"
#include "transports/fabric/frames.hpp"
#include "transports/fabric/launcher.hpp"

namespace sartor::channel::fabric {

namespace {

std::atomic<int> holds{0}; // of entering runs

// Nobody reads what is written from now on.
void leave_streams() noexcept {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
    close(nowhere);
}

} // namespace

bool read_universe() noexcept {
    const bool is_one = std::getenv(universe_variable) != nullptr;
    unsetenv(universe_variable); // other programs that this one starts are none of the run
    return is_one;
}

bool waits_for_other_runs() noexcept {
    return process::peers->others_enter && process::waiting_at_ports.load() > 0;
}

bool hold_run() noexcept {
    if (run_is_over()) return false;
    holds.fetch_add(1);
    return true;
}
void let_run_go_on() noexcept {
    holds.fetch_sub(1);
}
bool is_held() noexcept {
    return holds.load() > 0;
}

void finish_if_entered(int exit_code) noexcept {
    if (process::spawned == nullptr || process::spawned->has_parent()) return;
    if (process::reports_leftovers()) return wire_up.finish(FinishedProcess::code_comes_later);
    leave_streams();
    wire_up.finish(exit_code);
}

void tell_stillness() noexcept {
    if (hold_run()) wire_up.tell_stillness();
}

void leave_run() noexcept {
    roster.leave(blocks.number, counters.sent.load(), counters.received.load());
    end_run_here();
}

} // namespace sartor::channel::fabric
