// popen: the program gets the rank's environment and streams. A rank that reads from it waits for it, and so
// has an OS thread.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/image/parts/needs_thread.hpp"
#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/image/parts/streams_of_child.hpp"

#pragma weak environ // without environment.cpp it is the process's

namespace {

struct Program {
    Program* earlier;
    FILE* pipe;
    pid_t child;
};
Program* programs = nullptr;
pthread_mutex_t listing = PTHREAD_MUTEX_INITIALIZER;

void list(Program& added) noexcept {
    pthread_mutex_lock(&listing);
    added.earlier = programs;
    programs = &added;
    pthread_mutex_unlock(&listing);
}

// Null: popen has not made it.
Program* take_from_list(const FILE* file) noexcept {
    pthread_mutex_lock(&listing);
    Program** link = &programs;
    while (*link != nullptr && (*link)->pipe != file) link = &(*link)->earlier;
    Program* const found = *link;
    if (found != nullptr) *link = found->earlier;
    pthread_mutex_unlock(&listing);
    return found;
}

// The rank's end of the pipe; -1 with errno.
int start(const char* command, bool reads, pid_t& child) noexcept {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    sartor::process::StreamsOfChild streams;
    streams.set(reads ? STDOUT_FILENO : STDIN_FILENO, ends[reads ? 1 : 0]);
    const char* words[] = {"sh", "-c", command, nullptr};
    const int error =
        posix_spawn(&child, "/bin/sh", streams.actions(), nullptr, const_cast<char**>(words), environ);
    close(ends[reads ? 1 : 0]);
    if (error == 0) return ends[reads ? 0 : 1];
    close(ends[reads ? 0 : 1]);
    errno = error;
    return -1;
}

} // namespace

extern "C" {

[[gnu::weak]] FILE* popen(const char* command, const char* mode) {
    refer_to(sartor_rank_thread_for_pipes_of_programs);
    const bool reads = std::strchr(mode, 'r') != nullptr;
    if (reads == (std::strchr(mode, 'w') != nullptr)) {
        errno = EINVAL;
        return nullptr;
    }
    auto* const made = static_cast<Program*>(std::malloc(sizeof(Program)));
    pid_t child = 0;
    const int end = made != nullptr ? start(command, reads, child) : -1;
    FILE* const file = end >= 0 ? fdopen(end, reads ? "r" : "w") : nullptr;
    if (file == nullptr) {
        std::free(made);
        return nullptr;
    }
    *made = {nullptr, file, child};
    list(*made);
    return file;
}

[[gnu::weak]] int pclose(FILE* file) {
    Program* const ended = take_from_list(file);
    if (ended == nullptr) return sartor::process::of_c_library<int (*)(FILE*)>("pclose")(file);
    const pid_t child = ended->child;
    std::free(ended);
    std::fclose(file);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return status;
}

} // extern "C"
