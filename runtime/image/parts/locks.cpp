// Locks of files, which exclude ranks from each other: record locks belong to the rank's open file, not to
// the process. A fiber that waits for a lock tries again, so that others run meanwhile.
//
// Not as with processes: two descriptors that a rank has opened for one file exclude each other, and closing
// one of them keeps the locks that were taken through the other.
#include <cerrno>
#include <cstdarg>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/image/parts/other_ranks.hpp"
#include "runtime/rank/for_parts.hpp"

namespace {

template <class Try>
int until_taken(Try attempt) noexcept {
    for (int turn = 0;; ++turn) {
        const int result = attempt();
        if (result == 0 || (errno != EAGAIN && errno != EACCES && errno != EWOULDBLOCK)) return result;
        sartor_rank_wait(turn);
    }
}

int control(int file, int command, void* argument) noexcept {
    return static_cast<int>(syscall(SYS_fcntl, file, command, argument));
}

int of_open_file(int command) noexcept {
    switch (command) {
    case F_GETLK:
        return F_OFD_GETLK;
    case F_SETLK:
        return F_OFD_SETLK;
    case F_SETLKW:
        return F_OFD_SETLKW;
    default:
        return command;
    }
}

int control_lock(int file, int command, struct flock* lock) noexcept {
    if (sartor_rank_companions() == 1) return control(file, command, lock);
    const pid_t before = lock->l_pid;
    lock->l_pid = 0; // as locks of open files want it
    const int changed = of_open_file(command);
    const bool waits = changed == F_OFD_SETLKW && sartor_rank_may_wait();
    const int result =
        waits ? until_taken([&] { return control(file, F_OFD_SETLK, lock); }) : control(file, changed, lock);
    if (command != F_GETLK && command != F_OFD_GETLK) lock->l_pid = before;
    if (result != 0) sartor::process::let_other_ranks_run(); // before it tries again
    return result;
}

int lock_section(int file, int command, off_t bytes) noexcept {
    struct flock lock {};
    lock.l_type = command == F_ULOCK ? F_UNLCK : F_WRLCK;
    lock.l_whence = SEEK_CUR;
    lock.l_len = bytes;
    if (command != F_TEST) return control_lock(file, command == F_LOCK ? F_SETLKW : F_SETLK, &lock);
    if (control_lock(file, F_GETLK, &lock) != 0) return -1;
    if (lock.l_type == F_UNLCK) return 0;
    errno = EACCES;
    return -1;
}

bool is_lock(int command) noexcept {
    return of_open_file(command) != command || command == F_OFD_GETLK || command == F_OFD_SETLK ||
           command == F_OFD_SETLKW;
}

// 1 and 2 are the rank's own.
int descriptor_of(int file) noexcept {
    return file == STDOUT_FILENO || file == STDERR_FILENO ? sartor_rank_descriptor(file) : file;
}

} // namespace

extern "C" {

[[gnu::weak]] int fcntl(int file, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void* argument = va_arg(arguments, void*);
    va_end(arguments);
    if (is_lock(command) && argument != nullptr)
        return control_lock(file, command, static_cast<struct flock*>(argument));
    const int own = descriptor_of(file);
    return own < 0 && own != file ? -1 : control(own, command, argument);
}
[[gnu::weak, gnu::alias("fcntl")]] int fcntl64(int file, int command, ...);

[[gnu::weak]] int lockf(int file, int command, off_t bytes) {
    return lock_section(file, command, bytes);
}
[[gnu::weak]] int lockf64(int file, int command, off64_t bytes) {
    return lock_section(file, command, bytes);
}

[[gnu::weak]] int flock(int file, int operation) noexcept {
    const auto lock = [&](int how) { return static_cast<int>(syscall(SYS_flock, file, how)); };
    if ((operation & (LOCK_NB | LOCK_UN)) != 0 || !sartor_rank_may_wait()) {
        const int result = lock(operation);
        if (result != 0) sartor::process::let_other_ranks_run(); // before it tries again
        return result;
    }
    return until_taken([&] { return lock(operation | LOCK_NB); });
}

} // extern "C"
