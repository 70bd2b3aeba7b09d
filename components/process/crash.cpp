// Reports of crashes: signal, rank, place in the program; then the end of the run with 128 + signal.
#include "components/process/crash.hpp"

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "components/process/output.hpp"
#include "components/process/place.hpp"
#include "components/process/process.hpp"
#include "components/process/process_state.hpp"

namespace sartor::process {

namespace {

constexpr std::size_t signal_stack_bytes = std::size_t{64} << 10;

const char* meaning(int signal) noexcept {
    switch (signal) {
    case SIGSEGV:
        return "segmentation fault";
    case SIGBUS:
        return "bus error";
    case SIGFPE:
        return "arithmetic error (division by zero or overflow)";
    case SIGILL:
        return "illegal instruction";
    case SIGABRT:
        return "aborted (abort, a failed assertion or an uncaught exception)";
    default:
        return "signal";
    }
}

struct Registers {
    std::uintptr_t instruction;
    std::uintptr_t stack;
};

Registers registers_of(const void* context) noexcept {
    const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
    return {static_cast<std::uintptr_t>(machine.gregs[REG_RIP]),
            static_cast<std::uintptr_t>(machine.gregs[REG_RSP])};
}

// Where the program's own code stood: the instruction itself, or the newest return address on the stack that
// leads back into the program.
void say_place(const Rank& rank, const Registers& registers) noexcept {
    const auto top = reinterpret_cast<std::uintptr_t>(rank.context.stack().low) + rank.context.stack().bytes;
    char text[512];
    if (describe_place(rank, registers.instruction, text, sizeof text) ||
        describe_caller(rank, registers.stack, top, text, sizeof text))
        report("  in %s", text);
}

void say_signal(int signal, const siginfo_t& information) noexcept {
    const bool has_address = signal == SIGSEGV || signal == SIGBUS;
    if (current == nullptr) {
        report("crashed outside of any rank: %s at address %p", meaning(signal), information.si_addr);
    } else if (has_address && current->context.stack().guards(information.si_addr)) {
        report_overflow(*current);
    } else if (has_address) {
        report("rank %d crashed: %s at address %p", current->number, meaning(signal), information.si_addr);
    } else {
        report("rank %d crashed: %s", current->number, meaning(signal));
    }
}

void handle(int signal, siginfo_t* information, void* context) {
    std::signal(signal, SIG_DFL); // a crash in here ends the process plainly
    if (current != nullptr) end_lines(*current);
    say_signal(signal, *information);
    if (current != nullptr) {
        say_place(*current, registers_of(context));
        if (current->call != nullptr) report("  its last MPI call: %s", current->call);
    }
    end_run(128 + signal);
}

} // namespace

void report_overflow(const Rank& rank) noexcept {
    report("rank %d: stack overflow: its stack of %zu KiB is used up; give more with sartor run --stack",
           rank.number, state.stack_bytes >> 10);
}

void end_overflowed(const Rank& rank) noexcept {
    report_overflow(rank);
    if (rank.call != nullptr)
        report("  found in its MPI call: %s; other ranks' stacks are damaged", rank.call);
    end_run(128 + SIGSEGV);
}

void end_threads_at_once(const Rank& rank) noexcept {
    report("rank %d: a thread calls %s while another one waits in MPI: they must take turns, "
           "MPI_THREAD_SERIALIZED is the highest thread level (MPI_Init_thread says so in `provided`)",
           rank.number, rank.call != nullptr ? rank.call : "what waits");
    end_run(1);
}

void report_crashes() noexcept {
    struct sigaction action {};
    action.sa_sigaction = &handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

SignalStack::SignalStack() noexcept
    : memory_(mmap(nullptr, signal_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) {
        memory_ = nullptr;
        return;
    }
    stack_t stack{};
    stack.ss_sp = memory_;
    stack.ss_size = signal_stack_bytes;
    sigaltstack(&stack, nullptr);
}

SignalStack::~SignalStack() {
    if (memory_ == nullptr) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    munmap(memory_, signal_stack_bytes);
}

} // namespace sartor::process
