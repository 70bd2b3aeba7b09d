// Programs that a rank starts by system get the rank's environment.
#include <cerrno>
#include <cstdlib>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/rank/for_parts.hpp"

namespace {

// With the rank's standard output; posix_spawn is faster, and knows the process's.
pid_t start_shell(char** words) noexcept {
    if (sartor_rank_descriptor(STDOUT_FILENO) == STDOUT_FILENO) {
        pid_t child = 0;
        return posix_spawn(&child, "/bin/sh", nullptr, nullptr, words, environ) == 0 ? child : -1;
    }
    const pid_t child = fork();
    if (child != 0) return child;
    execve("/bin/sh", words, environ);
    _exit(127);
}

} // namespace

extern "C" {

[[gnu::weak]] int system(const char* command) {
    if (command == nullptr) return 1;
    int status = 0;
    const char* words[] = {"sh", "-c", command, nullptr};
    pid_t child = start_shell(const_cast<char**>(words));
    if (child < 0) return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return status;
}

} // extern "C"
