// Functions of the C library that act on the process and must act on the rank: the program's calls are bound
// to these.
//
// exit and its kin end the rank; sleeping and sched_yield let other ranks of the worker run; handlers that a
// program registers are kept for the rank's end. Outside of ranks each does what the C library's own does.
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/image/image.hpp"
#include "runtime/output/output.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/exit_handlers.hpp"
#include "runtime/rank/original.hpp"

namespace sartor::process {

namespace {

// Ranks may be switched here: a fiber of this process, not inside the loader, on its worker's thread.
// Emulated machines have no other thread.
bool may_switch() noexcept {
    return current != nullptr && !current->loading && !state.own_threads &&
           (!state.has_threads || state.schedule != nullptr || on_main_thread());
}

bool belongs_to_rank(const void* address) noexcept {
    return current != nullptr && in_image(*current, reinterpret_cast<std::uintptr_t>(address));
}

int sleep_for(std::int64_t nanoseconds) noexcept {
    sleep(nanoseconds);
    return 0;
}

constexpr std::int64_t second = 1'000'000'000;

} // namespace

} // namespace sartor::process

using namespace sartor::process;

extern "C" {

void exit(int code) {
    if (current != nullptr && !current->loading) end_rank_in_exit(code, __builtin_return_address(0));
    original<void (*)(int)>("exit")(code);
    __builtin_unreachable();
}

void _Exit(int code) {
    if (current != nullptr && !current->loading) {
        drop_exit_handlers(*current);
        drop_copies_ends(*current);
        end_rank_in_exit(code, __builtin_return_address(0));
    }
    for (;;) syscall(SYS_exit_group, code);
}

void _exit(int code) {
    _Exit(code);
}
void quick_exit(int code) {
    _Exit(code);
}

int __cxa_atexit(void (*function)(void*), void* argument, void* object) {
    if (belongs_to_rank(object)) return add_exit_handler(*current, function, argument) ? 0 : -1;
    return original<int (*)(void (*)(void*), void*, void*)>("__cxa_atexit")(function, argument, object);
}

int __cxa_thread_atexit(void (*function)(void*), void* argument, void* object) {
    if (belongs_to_rank(object)) return add_exit_handler(*current, function, argument) ? 0 : -1;
    return original<int (*)(void (*)(void*), void*, void*)>("__cxa_thread_atexit_impl")(function, argument,
                                                                                        object);
}

int nanosleep(const timespec* time, timespec* rest) {
    if (!may_switch() || time == nullptr || time->tv_nsec < 0 || time->tv_nsec >= second || time->tv_sec < 0)
        return static_cast<int>(syscall(SYS_nanosleep, time, rest));
    const std::int64_t nanoseconds = time->tv_sec * second + time->tv_nsec;
    if (rest != nullptr) *rest = {0, 0}; // it may be the same object
    return sleep_for(nanoseconds);
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
    timespec current_time{};
    if (!may_switch() || time == nullptr || clock_gettime(clock, &current_time) != 0)
        return syscall(SYS_clock_nanosleep, clock, flags, time, rest) == 0 ? 0 : errno;
    std::int64_t nanoseconds = time->tv_sec * second + time->tv_nsec;
    if ((flags & TIMER_ABSTIME) != 0) nanoseconds -= current_time.tv_sec * second + current_time.tv_nsec;
    return nanoseconds > 0 ? sleep_for(nanoseconds) : 0;
}

int usleep(useconds_t microseconds) {
    const timespec time{microseconds / 1'000'000, static_cast<long>(microseconds % 1'000'000) * 1000};
    return nanosleep(&time, nullptr);
}

unsigned sleep(unsigned seconds) {
    const timespec time{seconds, 0};
    timespec rest{};
    return nanosleep(&time, &rest) == 0 ? 0 : static_cast<unsigned>(rest.tv_sec);
}

int sched_yield() {
    if (may_switch()) {
        sartor::process::yield();
        return 0;
    }
    return static_cast<int>(syscall(SYS_sched_yield));
}

// <sartor.h>: real time needs no accounting.
void sartor_compute(unsigned long long cycles) {
    if (current != nullptr && state.schedule != nullptr)
        state.schedule->compute(static_cast<std::int64_t>(cycles));
}

void sartor_operations(unsigned long long integers, unsigned long long floats, unsigned long long accesses) {
    if (current != nullptr && state.schedule != nullptr)
        state.schedule->operate(static_cast<std::int64_t>(integers), static_cast<std::int64_t>(floats),
                                static_cast<std::int64_t>(accesses));
}

long long sartor_set_limit(int limit, long long bytes) {
    if (current == nullptr || state.schedule == nullptr) return -1;
    return state.schedule->set_limit(limit, bytes);
}

// <sartor/channel.h>
const sartor_channel_calls* sartor_channels() {
    if (current != nullptr && state.schedule != nullptr && state.schedule->channels != nullptr)
        return state.schedule->channels;
    sartor::process::report("only emulated machines have channels: use sartor run --machine NAME; sartor "
                            "machines lists the machines");
    sartor::process::end_run(sartor::process::usage_exit_code);
}

int thrd_sleep(const timespec* time, timespec* rest) {
    return nanosleep(time, rest);
}
void thrd_yield() {
    sched_yield();
}

// Streams of ranks are not buffered by the C library; what a rank flushes is its unfinished line.
int fflush(FILE* file) {
    static std::atomic<int (*)(FILE*)> next{nullptr};
    if (next.load() == nullptr) next.store(original<int (*)(FILE*)>("fflush"));
    const int result = next.load()(file);
    if (current == nullptr) return result;
    if (file == nullptr || file == stdout) end_line(*current, Stream::output);
    if (file == nullptr || file == stderr) end_line(*current, Stream::error);
    return result;
}

int setvbuf(FILE* file, char* buffer, int mode, std::size_t bytes) {
    if (current != nullptr && (file == stdout || file == stderr)) return 0; // lines are gathered by rank
    return original<int (*)(FILE*, char*, int, std::size_t)>("setvbuf")(file, buffer, mode, bytes);
}

void setbuf(FILE* file, char* buffer) {
    setvbuf(file, buffer, buffer != nullptr ? _IOFBF : _IONBF, BUFSIZ);
}
void setlinebuf(FILE* file) {
    setvbuf(file, nullptr, _IOLBF, 0);
}

} // extern "C"
