// A timer of each worker's processor time signals the worker's thread; the handler runs on the stack of the
// rank that it interrupts, and the system's frame of the signal keeps the rank's registers while others run.
#include "runtime/scheduler/time_slices.hpp"

#include <cstdint>
#include <ctime>
#include <pthread.h>
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
constexpr timespec slice = {0, 5'000'000};
constinit char value_of_slices = 0; // its address tells these timers from others
constinit bool is_ignored = false;  // the signal, otherwise

// Where in its own code a rank was at the end of a slice.
struct Place {
    const Rank* rank;
    std::uintptr_t stack;
    std::uintptr_t instruction;

    // A loop that polls has few instructions. Locks of libraries whose functions are inline are held for less
    // than a slice.
    [[nodiscard]] bool is_near(const Place& other) const noexcept {
        constexpr std::uintptr_t near = 256;
        return rank == other.rank && stack == other.stack &&
               instruction - other.instruction + near <= 2 * near;
    }
};

constinit thread_local bool has_begun = false;
constinit thread_local int held = 0;
constinit thread_local Place last{nullptr, 0, 0};

bool may_switch() noexcept {
    if (held > 0 || current == nullptr || current->loading || current->ended) return false;
    return &is_handling_signal == nullptr || !is_handling_signal();
}

void end_slice(const ucontext_t& context) noexcept {
    if (!may_switch()) return;
    Rank& self = *current;
    const auto registers = architecture::Registers::of(context);
    const Place place{&self, registers.stack(), registers.instruction()};
    if (!in_image(self, place.instruction)) return;
    const bool stays = place.is_near(last);
    last = place;
    if (!stays) return;
    const KeptErrno errno_of_rank;
    self.worker->yield(self);
}

// A signal that others send does what it would do without this handler.
void handle(int signal, siginfo_t* information, void* context) {
    if (take_signal(*information, context) || is_ignored) return;
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    raise(signal);
}

// Interrupts itself, in the turns of other ranks. A handler of the program's stays: it asks take_signal()
// first (rank/signals.cpp).
void handle_signal() noexcept {
    struct sigaction action {};
    if (sigaction(signal_of_slices, nullptr, &action) != 0) return;
    is_ignored = (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
    if (!is_ignored && ((action.sa_flags & SA_SIGINFO) != 0 || action.sa_handler != SIG_DFL)) return;
    action.sa_sigaction = &handle;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(signal_of_slices, &action, nullptr);
}

bool may_begin() noexcept {
    const bool has_copies = state.foreign == nullptr && state.team == nullptr;
    const bool share_workers = !state.own_threads && state.size > state.worker_count;
    return has_copies && share_workers && state.schedule == nullptr &&
           (!state.has_threads || on_main_thread());
}

} // namespace

void begin() noexcept {
    if (has_begun || !may_begin()) return;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, &handle_signal);
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event._sigev_un._tid = gettid();
    event.sigev_signo = signal_of_slices;
    event.sigev_value.sival_ptr = &value_of_slices;
    const itimerspec each{slice, slice};
    timer_t timer = nullptr;
    has_begun = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0 &&
                timer_settime(timer, 0, &each, nullptr) == 0;
}

void hold(bool holds) noexcept {
    held += holds ? 1 : -1;
}

bool take_signal(const siginfo_t& information, const void* context) noexcept {
    const bool is_end = information.si_code == SI_TIMER && information.si_value.sival_ptr == &value_of_slices;
    if (is_end) end_slice(*static_cast<const ucontext_t*>(context));
    return is_end;
}

} // namespace sartor::process::time_slices
