// A timer of each worker's processor time signals the worker's thread; the handler runs on the stack of the
// rank that it interrupts, and the system's frame of the signal keeps the rank's registers while others run.
#include "runtime/scheduler/time_slices.hpp"

#include <csignal>
#include <ctime>
#include <unistd.h>

#include "runtime/architecture/registers.hpp"
#include "runtime/image/image.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/signals.hpp"
#include "runtime/scheduler/kept_errno.hpp"
#include "runtime/scheduler/worker.hpp"

namespace sartor::process::time_slices {

namespace {

constexpr int signal_of_slices = SIGVTALRM; // debuggers pass it on without a word
constexpr timespec slice = {0, 10'000'000};
constinit char value_of_slices = 0; // its address tells these timers from others

constinit thread_local bool has_begun = false;
constinit thread_local int held = 0;

bool may_switch() noexcept {
    if (held > 0 || current == nullptr || current->loading || current->ended) return false;
    return &is_handling_signal == nullptr || !is_handling_signal();
}

void end_slice(int, siginfo_t*, void* context) {
    if (!may_switch()) return;
    Rank& self = *current;
    const auto registers = architecture::Registers::of(*static_cast<const ucontext_t*>(context));
    if (!in_image(self, registers.instruction())) return;
    const KeptErrno errno_of_rank;
    self.worker->yield(self);
}

// False: the program has a handler of its own. Interrupts itself, in the turns of other ranks.
bool handle_signal() noexcept {
    struct sigaction action {};
    if (sigaction(signal_of_slices, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return false;
    action.sa_sigaction = &end_slice;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    return sigaction(signal_of_slices, &action, nullptr) == 0;
}

} // namespace

void begin() noexcept {
    if (has_begun || state.own_threads || state.schedule != nullptr) return;
    if (state.has_threads && !on_main_thread()) return;
    static const bool is_handled = handle_signal();
    if (!is_handled) return;
    has_begun = true;
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event._sigev_un._tid = gettid();
    event.sigev_signo = signal_of_slices;
    event.sigev_value.sival_ptr = &value_of_slices;
    const itimerspec each{slice, slice};
    timer_t timer = nullptr;
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0) timer_settime(timer, 0, &each, nullptr);
}

void hold(bool holds) noexcept {
    held += holds ? 1 : -1;
}

bool is_end_of_slice(const void* value) noexcept {
    return value == &value_of_slices;
}

} // namespace sartor::process::time_slices
