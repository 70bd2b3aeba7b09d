// The C library's functions that bind threads to processors. A rank has no thread of its own: the set
// that it requests is recorded and returned by queries, and workers keep their processors. Threads that the
// program started are bound as requested.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/original.hpp"

namespace sartor::process {

namespace {

// What a rank has requested.
struct Wish {
    cpu_set_t processors;
    std::atomic<bool> made;
};
std::atomic<Wish*> wishes{nullptr}; // of all ranks, from the first wish on
std::atomic<bool> reported{false};

// Null when there is no memory.
Wish* wish_of(const Rank& rank) noexcept {
    Wish* all = wishes.load(std::memory_order_acquire);
    if (all == nullptr) {
        auto* made = static_cast<Wish*>(std::calloc(static_cast<std::size_t>(size()), sizeof(Wish)));
        if (made == nullptr) return nullptr;
        if (wishes.compare_exchange_strong(all, made))
            all = made;
        else
            std::free(made);
    }
    return &all[rank.number];
}

bool is_worker(pthread_t thread) noexcept {
    for (int index = 0; index < state.worker_count; ++index)
        if (pthread_equal(state.workers[index].thread, thread) != 0) return true;
    return false;
}
// 0 is the calling thread.
bool is_worker(pid_t thread) noexcept {
    if (thread == 0) return is_worker(pthread_self());
    for (int index = 0; index < state.worker_count; ++index)
        if (state.workers[index].thread_number() == thread) return true;
    return false;
}

// Numbers of ranks that no process has (image/parts/process_numbers.cpp) are the calling thread, too.
pid_t known_thread(pid_t thread) noexcept {
    constexpr pid_t most = 1 << 22; // PID_MAX_LIMIT of Linux, for 64 bits
    return thread > most ? 0 : thread;
}

// Whether the program may use one of these processors at all.
bool usable(std::size_t bytes, const cpu_set_t* set) noexcept {
    const auto* requested = reinterpret_cast<const unsigned char*>(set);
    const auto* allowed = reinterpret_cast<const unsigned char*>(&state.processors);
    for (std::size_t index = 0; index < bytes && index < sizeof state.processors; ++index)
        if ((requested[index] & allowed[index]) != 0) return true;
    return false;
}

// An errno value, 0 when all is well.
int record(const char* function, std::size_t bytes, const cpu_set_t* set) noexcept {
    if (set == nullptr) return EFAULT;
    if (!usable(bytes, set)) return EINVAL;
    Wish* wish = wish_of(*current);
    if (wish == nullptr) return ENOMEM;
    std::memset(&wish->processors, 0, sizeof wish->processors);
    std::memcpy(&wish->processors, set, bytes < sizeof wish->processors ? bytes : sizeof wish->processors);
    wish->made.store(true, std::memory_order_release);
    if (!reported.exchange(true))
        report("rank %d calls %s: ranks run on the processors of their workers (--show-placement lists "
               "them, --cores "
               "chooses others); reported once",
               current->number, function);
    return 0;
}

// False: the rank has requested nothing.
bool recall(std::size_t bytes, cpu_set_t* set) noexcept {
    const Wish* all = wishes.load(std::memory_order_acquire);
    if (all == nullptr || !all[current->number].made.load(std::memory_order_acquire)) return false;
    std::memset(set, 0, bytes);
    std::memcpy(set, &all[current->number].processors, bytes < sizeof(cpu_set_t) ? bytes : sizeof(cpu_set_t));
    return true;
}

int with_errno(int error) noexcept {
    if (error == 0) return 0;
    errno = error;
    return -1;
}

} // namespace

} // namespace sartor::process

using namespace sartor::process;

extern "C" {

int sched_setaffinity(pid_t number, std::size_t bytes, const cpu_set_t* set) noexcept {
    const pid_t thread = known_thread(number);
    if (current != nullptr && is_worker(thread)) return with_errno(record("sched_setaffinity", bytes, set));
    return static_cast<int>(syscall(SYS_sched_setaffinity, thread, bytes, set));
}

int sched_getaffinity(pid_t number, std::size_t bytes, cpu_set_t* set) noexcept {
    const pid_t thread = known_thread(number);
    if (current != nullptr && is_worker(thread) && recall(bytes, set)) return 0;
    const long written = syscall(SYS_sched_getaffinity, thread, bytes, set);
    if (written < 0) return -1;
    std::memset(reinterpret_cast<char*>(set) + written, 0, bytes - static_cast<std::size_t>(written));
    return 0;
}

int pthread_setaffinity_np(pthread_t thread, std::size_t bytes, const cpu_set_t* set) noexcept {
    if (current != nullptr && is_worker(thread)) return record("pthread_setaffinity_np", bytes, set);
    using Set = int (*)(pthread_t, std::size_t, const cpu_set_t*);
    return original<Set>("pthread_setaffinity_np")(thread, bytes, set);
}

int pthread_getaffinity_np(pthread_t thread, std::size_t bytes, cpu_set_t* set) noexcept {
    if (current != nullptr && is_worker(thread) && recall(bytes, set)) return 0;
    using Get = int (*)(pthread_t, std::size_t, cpu_set_t*);
    return original<Get>("pthread_getaffinity_np")(thread, bytes, set);
}

} // extern "C"
