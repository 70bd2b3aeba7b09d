// Programs that close descriptor 1 or 2 and then open a file expect that the file has this number.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

inline bool closed_streams[3]; // by the rank, and opened by nobody since

// The number that a descriptor has in a process: the lowest that is free.
inline int lowest_number(int descriptor) noexcept {
    for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (descriptor < 0 || !closed_streams[stream]) continue;
        if (sartor_rank_redirect(stream, descriptor) != 0) return descriptor;
        closed_streams[stream] = false;
        syscall(SYS_close, descriptor);
        return stream;
    }
    return descriptor;
}

} // namespace sartor::process
