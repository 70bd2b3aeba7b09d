// Programs that close descriptor 1 or 2 and then open a file for output expect that the file has this number.
// Programs that close stdout or stderr want to be silent, and what they open is no output.
#pragma once

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

inline bool closed_streams[3]; // by the rank, and opened by nobody since

// The number that a descriptor has in a process: the lowest that is free. What is read keeps its own, since
// few functions know the rank's files 1 and 2.
inline int lowest_number(int descriptor) noexcept {
    if (descriptor < 0 || !(closed_streams[STDOUT_FILENO] || closed_streams[STDERR_FILENO]))
        return descriptor;
    const long flags = syscall(SYS_fcntl, descriptor, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) return descriptor;
    for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (!closed_streams[stream]) continue;
        if (sartor_rank_redirect(stream, descriptor) != 0) return descriptor;
        closed_streams[stream] = false;
        syscall(SYS_close, descriptor);
        return stream;
    }
    return descriptor;
}

} // namespace sartor::process
