// The processors that a worker's thread runs on. By system calls: the C library's functions are those of the
// ranks (affinity.cpp), which most executables leave out.
#pragma once

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sartor::process {

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
