// Programs that a rank starts by system and popen get the rank's environment.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/image/parts/lent_environment.hpp"
#include "runtime/image/parts/signals.hpp"
#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/original.hpp"

#pragma weak sartor_lend_ignored_signals

using sartor::process::original;

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

[[gnu::weak]] FILE* popen(const char* command, const char* mode) {
    const AsOfProcess environment;
    if (&sartor_lend_ignored_signals != nullptr) sartor_lend_ignored_signals(true);
    FILE* const file = original<FILE* (*)(const char*, const char*)>("popen")(command, mode);
    if (&sartor_lend_ignored_signals != nullptr) sartor_lend_ignored_signals(false);
    return file;
}

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
