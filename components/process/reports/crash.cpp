// Reports of crashes: signal, rank, location in the program; then the end of the run with 128 + signal.
#include "components/process/reports/crash.hpp"

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "components/process/output/output.hpp"
#include "components/process/process.hpp"
#include "components/process/process_state.hpp"
#include "components/process/reports/location.hpp"
#include "components/process/reports/one_report.hpp"
#include "components/process/reports/question.hpp"

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

Registers registers_of(const void* context) noexcept {
    constexpr int in_order[Registers::count] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                                REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                                REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
    Registers registers{};
    for (int index = 0; index < Registers::count; ++index)
        registers.values[index] = static_cast<std::uintptr_t>(machine.gregs[in_order[index]]);
    return registers;
}

// The stack that a thread of the program's own runs on, with or without its guard page.
struct ThreadStack {
    const char* low = nullptr;
    const char* high = nullptr;
    std::size_t guard_bytes = 0;
};
constinit thread_local ThreadStack thread_stack;

// By a system call, which raises no signal.
bool is_readable(std::uintptr_t address) noexcept {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return true;
    const bool readable = write(ends[1], reinterpret_cast<const void*>(address), 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return readable;
}

// The range of the stack pointer on this thread.
struct Bounds {
    const char* low;
    const char* high;
};
Bounds bounds_of_stack(const Rank& rank) noexcept {
    const Stack& stack = rank.context.stack();
    if (thread_stack.high != nullptr) {
        const bool with_guard = !is_readable(reinterpret_cast<std::uintptr_t>(thread_stack.low));
        return {thread_stack.low + (with_guard ? thread_stack.guard_bytes : 0), thread_stack.high};
    }
    const std::size_t guarded = stack.has_canary ? 0 : static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return {static_cast<const char*>(stack.low) + guarded, stack.end()};
}

// The memory that was touched guards the stack; or the stack pointer is outside of the stack, where no memory
// is: beyond the guard region.
bool is_overflow(const Rank& rank, const void* address, const Registers& registers) noexcept {
    const auto* pointer = reinterpret_cast<const char*>(registers.stack());
    if (thread_stack.high != nullptr && address >= thread_stack.low - sysconf(_SC_PAGESIZE) &&
        address < thread_stack.low + thread_stack.guard_bytes)
        return true;
    if (thread_stack.high == nullptr && rank.context.stack().guards(address)) return true;
    return pointer < bounds_of_stack(rank).low && !is_readable(registers.stack());
}

// What is known of where a rank crashed.
class Where {
  public:
    Where(const Rank& rank, const Registers& registers) noexcept : rank_(rank), question_(rank) {
        const Bounds bounds = bounds_of_stack(rank);
        const auto low = reinterpret_cast<std::uintptr_t>(bounds.low);
        const auto top = reinterpret_cast<std::uintptr_t>(bounds.high);
        question_.add_calls(registers, registers.stack() < low ? low : registers.stack(), top,
                            rank.call_site);
        reply_ = question_.reply();
        if (reply_ != nullptr && reply_[0] != 'f') reply_ = nullptr;
        if (reply_ == nullptr) find_location(registers, low, top);
    }

    // "f+0x12 (program.c:34)"; empty when that is not known.
    [[nodiscard]] const char* location() noexcept {
        if (reply_ != nullptr && location_[0] == '\0')
            std::snprintf(location_, sizeof location_, "%.*s", length_of_line(reply_) - 1, reply_ + 1);
        return location_;
    }

    // "  in f+0x12 (program.c:34)", and "  from main+0x2f (program.c:40)" for what called it.
    void report_calls(bool with_location) noexcept {
        if (with_location && location()[0] != '\0') report("  in %s", location());
        if (reply_ == nullptr) return;
        for (const char* line = next_line(reply_); *line != '\0'; line = next_line(line)) {
            if (*line == 'f') report("  from %.*s", length_of_line(line) - 1, line + 1);
            if (*line == '.') report("  ... %.*s ...", length_of_line(line) - 1, line + 1);
        }
    }

    void report_mpi_call() const noexcept {
        if (rank_.call == nullptr) return;
        if (reply_ == nullptr) return report("  its last MPI call: %s", rank_.call);
        const bool inside = std::strstr(reply_, "\nm") != nullptr;
        if (!inside) return report("  outside of MPI; its last MPI call: %s", rank_.call);
        char text[512] = "";
        if (state.program->checks != nullptr)
            state.program->checks->describe_buffers(rank_, text, sizeof text);
        if (text[0] == '\0') state.program->describe(rank_, text, sizeof text);
        report("  inside of %s%s%s", rank_.call, text[0] != '\0' ? ": " : "", text);
    }

  private:
    static int length_of_line(const char* line) noexcept {
        return static_cast<int>(std::strcspn(line, "\n"));
    }
    static const char* next_line(const char* line) noexcept {
        line += length_of_line(line);
        return *line == '\n' ? line + 1 : line;
    }

    // Without the helper: the instruction itself, or the newest return address on the stack that leads back
    // into the program.
    void find_location(const Registers& registers, std::uintptr_t low, std::uintptr_t top) noexcept {
        const bool on_stack =
            registers.stack() >= low && registers.stack() < top && is_readable(registers.stack());
        if (!describe_location(rank_, registers.instruction(), location_, sizeof location_) && on_stack)
            static_cast<void>(describe_caller(rank_, registers.stack(), top, location_, sizeof location_));
    }

    const Rank& rank_;
    Question question_;
    const char* reply_ = nullptr;
    char location_[512] = "";
};

// location: with ", in " before it; or empty.
void report_overflow(const Rank& rank, const char* location) noexcept {
    if (thread_stack.high != nullptr)
        report("stack overflow in a thread of rank %d%s: its stack of %zu KiB is used up; "
               "pthread_attr_setstacksize, ulimit -s or OMP_STACKSIZE give threads more",
               rank.number, location, static_cast<std::size_t>(thread_stack.high - thread_stack.low) >> 10);
    else
        report("stack overflow in rank %d%s: its stack of %zu KiB is used up; --stack SIZE gives ranks more",
               rank.number, location, state.stack_bytes >> 10);
}

// The processor does not tell an address that no memory can have, as the sum of two pointers.
bool tells_address(const siginfo_t& information) noexcept {
    return information.si_code != SI_KERNEL;
}

void report_signal(const Rank& rank, const siginfo_t& information) noexcept {
    const int signal = information.si_signo;
    if (signal == SIGSEGV && !tells_address(information))
        report("rank %d crashed: %s at an address that no memory can have", rank.number, meaning(signal));
    else if (signal == SIGSEGV || signal == SIGBUS)
        report("rank %d crashed: %s at address 0x%zx", rank.number, meaning(signal),
               reinterpret_cast<std::uintptr_t>(information.si_addr));
    else
        report("rank %d crashed: %s", rank.number, meaning(signal));
}

void report_crash(const Rank& rank, const siginfo_t& information, const void* address,
                  const Registers& registers) noexcept {
    Where where(rank, registers);
    const bool overflows = address != nullptr && is_overflow(rank, address, registers);
    if (overflows) {
        char location[520] = "";
        if (where.location()[0] != '\0')
            std::snprintf(location, sizeof location, ", in %s", where.location());
        report_overflow(rank, location);
    } else {
        report_signal(rank, information);
    }
    where.report_calls(!overflows);
    where.report_mpi_call();
}

// A crash in here ends the process with what was gathered so far.
void handle(int signal, siginfo_t* information, void* context) {
    constinit static thread_local bool crashing = false;
    if (crashing) end_run(128 + signal);
    crashing = true;
    const bool has_address = signal == SIGSEGV || signal == SIGBUS;
    const void* const address = has_address ? information->si_addr : nullptr;
    if (current == nullptr) {
        report("crashed outside of any rank: %s at address %p", meaning(signal), address);
        end_run(128 + signal);
    }
    const OneReport together(*current);
    end_lines(*current);
    report_crash(*current, *information, address, registers_of(context));
    end_run(128 + signal);
}

} // namespace

void end_overflowed(const Rank& rank) noexcept {
    const OneReport together(rank);
    report_overflow(rank, "");
    if (rank.call != nullptr)
        report("  found in its MPI call: %s; other ranks' stacks are damaged", rank.call);
    end_run(128 + SIGSEGV);
}

void end_threads_at_once(const Rank& rank) noexcept {
    report("rank %d: a thread calls %s while another thread waits in MPI: threads must take turns, unless "
           "MPI_Init_thread was called with MPI_THREAD_MULTIPLE and returned it in `provided`",
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

static pthread_key_t signal_stack_key;

static void end_signal_stack(void* stack) {
    static_cast<SignalStack*>(stack)->~SignalStack();
    std::free(stack);
}

// By a key of the C library's, since threads end in more ways than by returning.
void give_thread_signal_stack() noexcept {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, [] { pthread_key_create(&signal_stack_key, &end_signal_stack); });
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void* low = nullptr;
        std::size_t bytes = 0;
        pthread_attr_getstack(&attributes, &low, &bytes);
        pthread_attr_getguardsize(&attributes, &thread_stack.guard_bytes);
        pthread_attr_destroy(&attributes);
        thread_stack.low = static_cast<const char*>(low);
        thread_stack.high = thread_stack.low + bytes;
    }
    void* memory = std::malloc(sizeof(SignalStack));
    if (memory != nullptr) pthread_setspecific(signal_stack_key, new (memory) SignalStack);
}

} // namespace sartor::process
