// Processor time that the rank has used: clock, times, getrusage, and cpu_time of gfortran.
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#include "runtime/rank/for_parts.hpp"

namespace {

constexpr std::int64_t second = 1'000'000'000;

std::int64_t nanoseconds_of(const timeval& time) noexcept {
    return time.tv_sec * second + time.tv_usec * std::int64_t{1000};
}
timeval time_of(std::int64_t nanoseconds) noexcept {
    return {nanoseconds / second, nanoseconds % second / 1000};
}

// User and system have the same parts of it as of the process's.
void share(std::int64_t used, timeval& user, timeval& system) noexcept {
    const std::int64_t of_user = nanoseconds_of(user);
    const std::int64_t of_both = of_user + nanoseconds_of(system);
    const double part = of_both > 0 ? static_cast<double>(of_user) / static_cast<double>(of_both) : 1.0;
    const auto in_user = static_cast<std::int64_t>(static_cast<double>(used) * part);
    user = time_of(in_user);
    system = time_of(used - in_user);
}

std::int64_t used_by_rank() noexcept {
    const std::int64_t used = sartor_rank_processor_time();
    if (used >= 0) return used;
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * second + time.tv_nsec;
}

} // namespace

extern "C" {

[[gnu::weak]] clock_t clock() noexcept {
    return used_by_rank() / (second / CLOCKS_PER_SEC);
}

[[gnu::weak]] int getrusage(__rusage_who_t who, rusage* usage) noexcept {
    if (syscall(SYS_getrusage, who, usage) != 0) return -1;
    const std::int64_t used = who == RUSAGE_SELF ? sartor_rank_processor_time() : -1;
    if (used >= 0) share(used, usage->ru_utime, usage->ru_stime);
    return 0;
}

[[gnu::weak]] clock_t times(tms* all) noexcept {
    const long now = syscall(SYS_times, all);
    rusage usage{};
    if (all == nullptr || getrusage(RUSAGE_SELF, &usage) != 0) return now;
    const std::int64_t tick = second / sysconf(_SC_CLK_TCK);
    all->tms_utime = nanoseconds_of(usage.ru_utime) / tick;
    all->tms_stime = nanoseconds_of(usage.ru_stime) / tick;
    return now;
}

[[gnu::weak]] void _gfortran_cpu_time_4(float* seconds) noexcept {
    *seconds = static_cast<float>(used_by_rank()) * 1e-9F;
}
[[gnu::weak]] void _gfortran_cpu_time_8(double* seconds) noexcept {
    *seconds = static_cast<double>(used_by_rank()) * 1e-9;
}

} // extern "C"
