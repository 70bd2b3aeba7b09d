// Waiting for a lock that another thread holds for a moment, by code that malloc calls.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

namespace sartor::process {

// Not sched_yield(), by which another rank of the worker would run: this one may hold further locks, since
// malloc is called anywhere.
inline void yield_processor() noexcept {
    syscall(SYS_sched_yield);
}

} // namespace sartor::process
