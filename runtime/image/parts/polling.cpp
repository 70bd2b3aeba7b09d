// poll and select of a fiber: it looks again and again, and others run meanwhile. Without files they sleep.
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <poll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/image/parts/signals.hpp"
#include "runtime/rank/for_parts.hpp"

#pragma weak sartor_handled_signals

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t for_ever = -1;

std::int64_t time_now() noexcept {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * second + time.tv_nsec;
}

int sleep_for(std::int64_t nanoseconds) noexcept {
    const timespec time{nanoseconds / second, nanoseconds % second};
    return nanosleep(&time, nullptr);
}

unsigned handled() noexcept {
    return &sartor_handled_signals != nullptr ? sartor_handled_signals() : 0;
}

// look(): what the system says at once, 0 if nothing is ready.
template <class Look>
int look_until(std::int64_t nanoseconds, Look look) noexcept {
    const std::int64_t end = nanoseconds == for_ever ? INT64_MAX : time_now() + nanoseconds;
    const unsigned before = handled();
    for (int turn = 0;; ++turn) {
        const int ready = look();
        if (ready != 0 || time_now() >= end) return ready;
        sartor_rank_wait(turn);
        if (handled() == before) continue;
        errno = EINTR;
        return -1;
    }
}

// As select leaves them when nothing is ready; a look clears them.
struct Sets {
    fd_set reading, writing, failing;
};
void copy_sets(int count, const fd_set* from, fd_set* to) noexcept {
    if (from == nullptr) return;
    for (int file = 0; file < count; ++file)
        if (FD_ISSET(file, from))
            FD_SET(file, to);
        else
            FD_CLR(file, to);
}

// The system calls that all architectures have. What is left of a time is in `limit` afterwards.
int poll_in_system(pollfd* files, nfds_t count, int milliseconds) noexcept {
    timespec limit{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
    return static_cast<int>(
        syscall(SYS_ppoll, files, count, milliseconds < 0 ? nullptr : &limit, nullptr, 0));
}
int select_in_system(int count, fd_set* reading, fd_set* writing, fd_set* failing, timeval* limit) noexcept {
    constexpr long microseconds = 1'000'000;
    timespec time{0, 0};
    if (limit != nullptr)
        time = {limit->tv_sec + limit->tv_usec / microseconds, limit->tv_usec % microseconds * 1000};
    const int ready = static_cast<int>(
        syscall(SYS_pselect6, count, reading, writing, failing, limit != nullptr ? &time : nullptr, nullptr));
    if (limit != nullptr) *limit = {time.tv_sec, time.tv_nsec / 1000};
    return ready;
}

int select_now(int count, fd_set* reading, fd_set* writing, fd_set* failing) noexcept {
    timeval none{0, 0};
    return select_in_system(count, reading, writing, failing, &none);
}

} // namespace

extern "C" {

[[gnu::weak]] int poll(pollfd* files, nfds_t count, int milliseconds) {
    if (!sartor_rank_may_wait() || milliseconds == 0) return poll_in_system(files, count, milliseconds);
    const std::int64_t time = milliseconds < 0 ? for_ever : milliseconds * std::int64_t{1'000'000};
    if (count == 0 && time != for_ever) return sleep_for(time);
    return look_until(time, [&] { return poll_in_system(files, count, 0); });
}

// Of programs that are compiled with -D_FORTIFY_SOURCE.
[[noreturn]] void __chk_fail();
[[gnu::weak]] int __poll_chk(pollfd* files, nfds_t count, int milliseconds, size_t room) {
    if (room / sizeof *files < count) __chk_fail();
    return poll(files, count, milliseconds);
}

[[gnu::weak]] int select(int count, fd_set* reading, fd_set* writing, fd_set* failing, timeval* limit) {
    if (!sartor_rank_may_wait() || count < 0 || count > FD_SETSIZE ||
        (limit != nullptr && (limit->tv_sec < 0 || limit->tv_usec < 0)))
        return select_in_system(count, reading, writing, failing, limit);
    const std::int64_t time =
        limit == nullptr ? for_ever : limit->tv_sec * second + limit->tv_usec * std::int64_t{1000};
    const std::int64_t start = time_now();
    Sets wanted{};
    copy_sets(count, reading, &wanted.reading);
    copy_sets(count, writing, &wanted.writing);
    copy_sets(count, failing, &wanted.failing);
    const auto look = [&] {
        copy_sets(count, reading != nullptr ? &wanted.reading : nullptr, reading);
        copy_sets(count, writing != nullptr ? &wanted.writing : nullptr, writing);
        copy_sets(count, failing != nullptr ? &wanted.failing : nullptr, failing);
        return select_now(count, reading, writing, failing);
    };
    const int ready = count == 0 && time != for_ever ? sleep_for(time) : look_until(time, look);
    if (limit != nullptr) { // as Linux does
        std::int64_t left = time - (time_now() - start);
        if (left < 0 || ready == 0) left = 0;
        *limit = {left / second, left % second / 1000};
    }
    return ready;
}

} // extern "C"
