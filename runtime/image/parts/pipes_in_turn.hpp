// Pipes and named ones of a fiber: it looks again and again whether the other side is there, and other ranks
// of the same core run meanwhile.
#pragma once

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/image/parts/other_ranks.hpp"
#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

inline bool is_ready_to_read(int file) noexcept {
    pollfd files{file, POLLIN, 0};
    timespec none{0, 0};
    long found = -1;
    do {
        found = syscall(SYS_ppoll, &files, 1, &none, nullptr, 0);
    } while (found < 0 && errno == EINTR);
    return found != 0;
}

// Before a read that may block. One that must not is left to the system.
inline void wait_until_readable(int file) noexcept {
    if (!sartor_rank_may_wait() || is_ready_to_read(file)) return;
    const long flags = syscall(SYS_fcntl, file, F_GETFL);
    if (flags < 0 || (flags & O_NONBLOCK) != 0) return;
    for (int turn = 0; !is_ready_to_read(file); ++turn) sartor_rank_wait(turn);
}

// read(2) of a rank: the first one of a process has its standard input.
inline ssize_t read_in_turn(int descriptor, void* text, size_t bytes) noexcept {
    if (descriptor == STDIN_FILENO && !sartor_rank_has_input()) return 0;
    if (bytes > 0) wait_until_readable(descriptor);
    const ssize_t found = syscall(SYS_read, descriptor, text, bytes);
    if (found <= 0) let_other_ranks_run(); // which may write
    return found;
}

// Of a named pipe without text in it: asked for one byte more, the system says whether some may come.
inline bool has_writer(int file) noexcept {
    int ends[2];
    if (is_ready_to_read(file) || pipe2(ends, O_CLOEXEC) != 0) return true;
    const bool has = syscall(SYS_tee, file, ends[1], 1, 0x02 /* SPLICE_F_NONBLOCK */) != 0;
    for (const int end : ends) syscall(SYS_close, end);
    return has;
}

inline bool opens_named_pipe(const char* path, int flags) noexcept {
    struct stat status {};
    const bool waits = (flags & (O_NONBLOCK | O_CREAT | O_PATH)) == 0 && (flags & O_ACCMODE) != O_RDWR;
    return waits && sartor_rank_may_wait() && syscall(SYS_newfstatat, AT_FDCWD, path, &status, 0) == 0 &&
           S_ISFIFO(status.st_mode);
}

// open(path, flags) is the system's. A reader and a writer wait for each other.
template <class Open>
int open_in_turn(const char* path, int flags, Open open) noexcept {
    if (!opens_named_pipe(path, flags)) return open(path, flags);
    int file = open(path, flags | O_NONBLOCK);
    for (int turn = 0; file < 0 && errno == ENXIO; ++turn) {
        sartor_rank_wait(turn);
        file = open(path, flags | O_NONBLOCK);
    }
    if (file < 0) return file;
    for (int turn = 0; (flags & O_ACCMODE) == O_RDONLY && !has_writer(file); ++turn) sartor_rank_wait(turn);
    syscall(SYS_fcntl, file, F_SETFL, flags & ~O_NONBLOCK);
    return file;
}

} // namespace sartor::process
