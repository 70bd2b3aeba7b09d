// getpid: the first rank of a process has its number, others have numbers that no process has. kill and its
// kin know them.
#include <cerrno>
#include <csignal>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/rank/for_parts.hpp"

using sartor::process::of_c_library;

namespace {

constexpr pid_t first_unused = 1 << 22; // PID_MAX_LIMIT of Linux, for 64 bits
constexpr pid_t ranks_apart = 511;      // so that all numbers are positive

pid_t of_process() noexcept {
    return static_cast<pid_t>(syscall(SYS_getpid));
}

pid_t number_of(int rank, pid_t process) noexcept {
    return rank <= 0 ? process : (rank - 1) % ranks_apart * first_unused + first_unused + process;
}

// -1: the number is none of this run's.
int rank_of(pid_t number) noexcept {
    if (sartor_rank_number() < 0) return -1;
    if (number == of_process()) return 0;
    if (number < first_unused || number % first_unused != of_process()) return -1;
    return number / first_unused;
}

pid_t translated(pid_t number) noexcept {
    return rank_of(number) > 0 ? of_process() : number;
}

pid_t thread_of_system() noexcept {
    return static_cast<pid_t>(syscall(SYS_gettid));
}

pid_t run_process; // to which children's getppid leads
int rank_of_run;
pid_t main_thread; // of the rank

__attribute__((constructor)) void note_process() {
    main_thread = thread_of_system();
    run_process = of_process();
    rank_of_run = sartor_rank_number();
}

} // namespace

extern "C" {

[[gnu::weak]] pid_t getpid() noexcept {
    return number_of(sartor_rank_number(), of_process());
}
// The main thread of a process has its number. Ranks that are fibers share threads.
[[gnu::weak]] pid_t gettid() noexcept {
    const pid_t thread = thread_of_system();
    return thread == main_thread && sartor_rank_number() >= 0 ? getpid() : thread;
}
[[gnu::weak]] pid_t getppid() noexcept {
    const auto parent = static_cast<pid_t>(syscall(SYS_getppid));
    const bool is_child = sartor_rank_number() < 0 && parent == run_process;
    return is_child ? number_of(rank_of_run, parent) : parent;
}

[[gnu::weak]] int kill(pid_t number, int signal) noexcept {
    const int rank = rank_of(number);
    if (rank < 0) return static_cast<int>(syscall(SYS_kill, number, signal));
    if (sartor_rank_signal(rank, signal)) return 0;
    errno = ESRCH;
    return -1;
}

[[gnu::weak]] pid_t getpgid(pid_t number) noexcept {
    return static_cast<pid_t>(syscall(SYS_getpgid, translated(number)));
}
[[gnu::weak]] pid_t getsid(pid_t number) noexcept {
    return static_cast<pid_t>(syscall(SYS_getsid, translated(number)));
}
[[gnu::weak]] int getpriority(__priority_which_t which, id_t who) noexcept {
    using Get = int (*)(__priority_which_t, id_t);
    return of_c_library<Get>("getpriority")(which, which == PRIO_PROCESS ? translated(static_cast<pid_t>(who))
                                                                         : who);
}
[[gnu::weak]] int setpriority(__priority_which_t which, id_t who, int value) noexcept {
    return static_cast<int>(syscall(
        SYS_setpriority, which, which == PRIO_PROCESS ? translated(static_cast<pid_t>(who)) : who, value));
}

[[gnu::weak]] ssize_t process_vm_readv(pid_t number, const iovec* own, unsigned long count,
                                       const iovec* other, unsigned long others,
                                       unsigned long flags) noexcept {
    return syscall(SYS_process_vm_readv, translated(number), own, count, other, others, flags);
}
[[gnu::weak]] ssize_t process_vm_writev(pid_t number, const iovec* own, unsigned long count,
                                        const iovec* other, unsigned long others,
                                        unsigned long flags) noexcept {
    return syscall(SYS_process_vm_writev, translated(number), own, count, other, others, flags);
}

} // extern "C"
