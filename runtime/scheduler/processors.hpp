// The processors that a worker's thread runs on. By system calls: the C library's functions are those of the
// ranks (affinity.cpp), which most executables leave out.
#pragma once

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sartor::process {

// Logical CPUs; none: as the system likes.
struct Processors {
    const int* first = nullptr;
    int count = 0;
};

// What one of so many workers gets where they share out all of them, neighbours together.
[[nodiscard]] constexpr Processors share_of(int worker, int workers, Processors all) noexcept {
    const auto first = [&](int index) {
        return static_cast<int>(static_cast<long>(index) * all.count / workers);
    };
    return {all.first + first(worker), first(worker + 1) - first(worker)};
}

// Those of the calling thread. False: the system call failed.
[[nodiscard]] inline bool get_processors(cpu_set_t& set) noexcept {
    CPU_ZERO(&set);
    return syscall(SYS_sched_getaffinity, 0, sizeof set, &set) > 0;
}
// From now on. False: this process may not use them.
inline bool set_processors(const cpu_set_t& set) noexcept {
    return syscall(SYS_sched_setaffinity, 0, sizeof set, &set) == 0;
}

} // namespace sartor::process
