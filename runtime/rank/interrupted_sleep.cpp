// Sleeping until a handler of the rank has run. A fiber looks from time to time, since the signal may reach
// another thread.
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <ctime>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/signals.hpp"

namespace sartor::process {

namespace {

constexpr std::int64_t second = 1'000'000'000;

std::int64_t nanoseconds_of(const timespec& time) noexcept {
    return time.tv_sec * second + time.tv_nsec;
}
timespec time_of(std::int64_t nanoseconds) noexcept {
    return {nanoseconds / second, nanoseconds % second};
}
std::int64_t time_now() noexcept {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return nanoseconds_of(time);
}

bool is_fiber_here() noexcept {
    return current != nullptr && !state.own_threads && state.schedule == nullptr;
}
bool is_valid(const timespec* time) noexcept {
    return time != nullptr && time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < second;
}

} // namespace

} // namespace sartor::process

using namespace sartor::process;

extern "C" {

unsigned sartor_rank_handled_signals() noexcept {
    return current != nullptr ? handled_signals(*current) : 0;
}

int sartor_rank_sleep(const timespec* time, timespec* rest) noexcept {
    if (!is_fiber_here() || !is_valid(time)) return nanosleep(time, rest);
    constexpr std::int64_t longest = 10'000'000;
    const unsigned before = handled_signals(*current);
    constexpr time_t longest_of_all = std::int64_t{1} << 32; // more than a century; below, nothing overflows
    std::int64_t left = nanoseconds_of({std::min(time->tv_sec, longest_of_all), time->tv_nsec});
    const std::int64_t end = time_now() + left;
    while (left > 0 && handled_signals(*current) == before) {
        const timespec piece = time_of(std::min(left, longest));
        nanosleep(&piece, nullptr);
        left = std::max<std::int64_t>(end - time_now(), 0);
    }
    if (rest != nullptr) *rest = time_of(left);
    if (handled_signals(*current) == before) return 0;
    errno = EINTR;
    return -1;
}

} // extern "C"
