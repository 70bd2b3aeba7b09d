// Reports of crashes: signal, rank, location in the program; then the end of the run with 128 + signal.
#include "runtime/reports/crash.hpp"

#include "runtime/reports/crash_report.inc"

namespace sartor::process {

namespace {

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
