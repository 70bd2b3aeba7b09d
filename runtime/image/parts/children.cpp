// A rank's children: fork makes none of them a rank, and the functions that wait for any child wait for the
// rank's own.
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/image/parts/signals.hpp"
#include "runtime/image/parts/streams_of_child.hpp"
#include "runtime/rank/for_parts.hpp"

#pragma weak environ // without environment.cpp it is the process's
#pragma weak sartor_children_are_reaped
#pragma weak sartor_lend_ignored_signals

using sartor::process::of_c_library;

namespace {

struct Children {
    pid_t* numbers = nullptr;
    int count = 0;
    int room = 0;

    void add(pid_t child) noexcept {
        if (child <= 0) return;
        if (count == room) {
            const int wanted = room == 0 ? 8 : 2 * room;
            auto* grown =
                static_cast<pid_t*>(std::realloc(numbers, static_cast<std::size_t>(wanted) * sizeof(pid_t)));
            if (grown == nullptr) return;
            numbers = grown;
            room = wanted;
        }
        numbers[count++] = child;
    }
    void remove(pid_t child) noexcept {
        for (int index = 0; index < count; ++index)
            if (numbers[index] == child) numbers[index--] = numbers[--count];
    }
};
Children children;

pid_t look(pid_t child, int* status, int options, rusage* usage) noexcept {
    return static_cast<pid_t>(syscall(SYS_wait4, child, status, options, usage));
}

pid_t look_at_own(int* status, int options, rusage* usage) noexcept {
    int gone = 0;
    for (int index = 0; index < children.count; ++index) {
        const pid_t ended = look(children.numbers[index], status, options | WNOHANG, usage);
        if (ended > 0) return ended;
        if (ended < 0 && errno == ECHILD) ++gone; // waited for by other means
    }
    if (gone == children.count) children.count = 0;
    if (children.count > 0) return 0;
    errno = ECHILD;
    return -1;
}

void pause_before(int turn) noexcept {
    if (sartor_rank_may_wait())
        sartor_rank_wait(turn);
    else
        usleep(turn < 10 ? 100 : 1000);
}

bool are_reaped() noexcept {
    return &sartor_children_are_reaped != nullptr && sartor_children_are_reaped;
}

pid_t wait_for_next(pid_t child, int* status, int options, rusage* usage) noexcept {
    const bool any = child == -1 || child == 0;
    if (sartor_rank_companions() == 1 || (!any && !sartor_rank_may_wait())) {
        const pid_t ended = look(child, status, options, usage);
        if (ended > 0) children.remove(ended);
        return ended;
    }
    for (int turn = 0;; ++turn) {
        const pid_t ended =
            any ? look_at_own(status, options, usage) : look(child, status, options | WNOHANG, usage);
        if (ended > 0 && status != nullptr && (WIFEXITED(*status) || WIFSIGNALED(*status)))
            children.remove(ended);
        if (ended > 0 && status == nullptr && (options & (WUNTRACED | WCONTINUED)) == 0)
            children.remove(ended);
        if (ended != 0 || (options & WNOHANG) != 0) return ended;
        pause_before(turn);
    }
}

// wait4(2) of the rank's own children. Where they are reaped, all that it waits for end before it fails.
pid_t wait_for(pid_t child, int* status, int options, rusage* usage) noexcept {
    const bool any = child == -1 || child == 0;
    pid_t ended = wait_for_next(child, status, options, usage);
    while (any && ended > 0 && are_reaped()) ended = wait_for_next(child, status, options, usage);
    if (ended <= 0 || !are_reaped()) return ended;
    errno = ECHILD;
    return -1;
}

void reap_ended() noexcept {
    int status = 0;
    for (pid_t ended = look_at_own(&status, WNOHANG, nullptr); ended > 0;
         ended = look_at_own(&status, WNOHANG, nullptr))
        children.remove(ended);
}

thread_local bool forks_without_handlers = false;

pid_t make_child() noexcept {
    if (are_reaped()) reap_ended();
    const pid_t child = sartor_rank_fork();
    if (child == 0) {
        children.count = 0;
        *sartor::process::of_process<char**>("environ") = environ; // the rank's, for execl and its kin
    }
    children.add(child);
    return child;
}

using Spawn = int (*)(pid_t*, const char*, const posix_spawn_file_actions_t*, const posix_spawnattr_t*,
                      char* const*, char* const*);
int spawn(const char* name, pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
          const posix_spawnattr_t* attributes, char* const* arguments, char* const* environment) noexcept {
    pid_t number = 0;
    const sartor::process::StreamsOfChild streams;
    if (actions == nullptr) actions = streams.actions();
    if (&sartor_lend_ignored_signals != nullptr) sartor_lend_ignored_signals(true);
    const int error = of_c_library<Spawn>(name)(&number, path, actions, attributes, arguments, environment);
    if (&sartor_lend_ignored_signals != nullptr) sartor_lend_ignored_signals(false);
    if (error != 0) return error;
    children.add(number);
    if (child != nullptr) *child = number;
    return 0;
}

} // namespace

extern "C" {

[[gnu::weak]] pid_t fork() noexcept {
    return make_child();
}
// Handlers of pthread_atfork are not called.
bool sartor_forks_without_handlers() noexcept {
    return forks_without_handlers;
}
[[gnu::weak]] pid_t _Fork() noexcept {
    forks_without_handlers = true;
    const pid_t child = make_child();
    forks_without_handlers = false;
    return child;
}
// A child that shares its parent's memory would share it with all ranks.
[[gnu::weak]] pid_t vfork() noexcept {
    return make_child();
}

[[gnu::weak]] int posix_spawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                              const posix_spawnattr_t* attributes, char* const* arguments,
                              char* const* environment) {
    return spawn("posix_spawn", child, path, actions, attributes, arguments, environment);
}
[[gnu::weak]] int posix_spawnp(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                               const posix_spawnattr_t* attributes, char* const* arguments,
                               char* const* environment) {
    return spawn("posix_spawnp", child, path, actions, attributes, arguments, environment);
}

[[gnu::weak]] pid_t wait(int* status) {
    return wait_for(-1, status, 0, nullptr);
}
[[gnu::weak]] pid_t waitpid(pid_t child, int* status, int options) {
    return wait_for(child, status, options, nullptr);
}
[[gnu::weak]] pid_t wait3(int* status, int options, rusage* usage) noexcept {
    return wait_for(-1, status, options, usage);
}
[[gnu::weak]] pid_t wait4(pid_t child, int* status, int options, rusage* usage) noexcept {
    return wait_for(child, status, options, usage);
}
[[gnu::weak]] int waitid(idtype_t kind, id_t number, siginfo_t* information, int options) {
    const auto look_for = [&](idtype_t what, id_t child, int how) {
        return static_cast<int>(syscall(SYS_waitid, what, child, information, how, nullptr));
    };
    if (kind != P_ALL || sartor_rank_companions() == 1) return look_for(kind, number, options);
    for (int turn = 0;; ++turn) {
        bool any = false;
        for (int index = 0; index < children.count; ++index) {
            information->si_pid = 0;
            if (look_for(P_PID, static_cast<id_t>(children.numbers[index]), options | WNOHANG) != 0) continue;
            any = true;
            if (information->si_pid == 0) continue;
            if ((options & (WNOWAIT | WSTOPPED | WCONTINUED)) == 0) children.remove(information->si_pid);
            return 0;
        }
        if (!any) errno = ECHILD;
        if (!any || (options & WNOHANG) != 0) return any ? 0 : -1;
        pause_before(turn);
    }
}

} // extern "C"
