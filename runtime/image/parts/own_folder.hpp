// The folder and the mask of permissions of a thread: it parts with those of others before it changes them.
#pragma once

#include <linux/sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

// needs_thread: what the runtime has for the part, by which the link gives each rank a thread.
inline void part_with_others(const bool& needs_thread) noexcept {
    thread_local bool parted = false;
    if (parted || sartor_rank_companions() == 1 || !needs_thread) return;
    parted = syscall(SYS_unshare, CLONE_FS) == 0; // a program that calls unshare itself gets processes
}

} // namespace sartor::process
