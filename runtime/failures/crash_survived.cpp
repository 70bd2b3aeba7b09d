// Crashes of ranks that the others survive: the same report, and the run goes on.
#include "runtime/failures/crash_survived.hpp"

#include "runtime/failures/failures.hpp"
#include "runtime/reports/crash.hpp"
#include "runtime/reports/crash_report.inc"

namespace sartor::process {

namespace {

// On the stack for signals, which the rank never returns to. A crash in here ends the process.
void handle(int signal, siginfo_t* information, void* context) {
    constinit static thread_local bool crashing = false;
    const bool has_address = signal == SIGSEGV || signal == SIGBUS;
    const void* const address = has_address ? information->si_addr : nullptr;
    if (crashing || current == nullptr) {
        report("crashed outside of any rank: %s at address %p", meaning(signal), address);
        end_run(128 + signal);
    }
    crashing = true;
    {
        const OneReport together;
        end_lines(*current);
        report_crash(*current, *information, address, registers_of(context));
        report("rank %d failed; the others go on", current->number);
    }
    crashing = false;
    failures::leave(*current);
}

} // namespace

void failures::survive_crashes() noexcept {
    struct sigaction action {};
    action.sa_sigaction = &handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

} // namespace sartor::process
