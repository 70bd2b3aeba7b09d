#include "transports/fabric/pmix/starter.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "transports/fabric/launcher.hpp"
#include "transports/fabric/pmix/client.hpp"

extern char** environ;

namespace sartor::channel::fabric::pmix {

namespace {

pid_t starter_process = -1;

struct StarterAddress {
    sockaddr_un address{};
    socklen_t bytes;

    explicit StarterAddress(std::uint64_t mark) noexcept {
        address.sun_family = AF_UNIX;
        char* const name = address.sun_path + 1; // the zero in front makes it abstract
        const int length = std::snprintf(name, sizeof address.sun_path - 1, starter_address,
                                         static_cast<unsigned long long>(mark));
        bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<unsigned>(length));
    }
    [[nodiscard]] const sockaddr* get() const noexcept { return reinterpret_cast<const sockaddr*>(&address); }
};

// Through the program's own name in /proc, which is right wherever it was found.
constexpr const char* own_program = "/proc/self/exe";

bool start_with(int listening, int memory, int here, const WireUp& made) noexcept {
    char program[4096];
    const ssize_t length = readlink(own_program, program, sizeof program - 1);
    if (length < 0) return false;
    program[length] = '\0';
    char numbers[5][16];
    const int given[] = {listening, memory, made.processes, here, made.processes * made.ranks_of_each};
    for (int index = 0; index < 5; ++index)
        std::snprintf(numbers[index], sizeof numbers[index], "%d", given[index]);
    char* const words[] = {const_cast<char*>(starter),
                           numbers[0],
                           numbers[1],
                           numbers[2],
                           numbers[3],
                           numbers[4],
                           program,
                           nullptr};
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return false;
    const bool started = posix_spawn_file_actions_adddup2(&actions, listening, listening) == 0 &&
                         posix_spawn_file_actions_adddup2(&actions, memory, memory) == 0 &&
                         posix_spawnp(&starter_process, starter, &actions, nullptr, words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    if (!started) starter_process = -1;
    return started;
}

} // namespace

bool begin_starter(const WireUp& made, int here, int memory, std::uint64_t mark) noexcept {
    const StarterAddress address(mark);
    const int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listening < 0) return false;
    const bool started = bind(listening, address.get(), address.bytes) == 0 && listen(listening, here) == 0 &&
                         start_with(listening, memory, here, made);
    ::close(listening);
    return started;
}

int connect_to_starter(int own_number, std::uint64_t mark) noexcept {
    const StarterAddress address(mark);
    const LauncherMessage first{LauncherKind::joins, 0, static_cast<std::uint64_t>(own_number)};
    const int connected = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connected < 0 || connect(connected, address.get(), address.bytes) != 0 ||
        send(connected, &first, sizeof first, MSG_NOSIGNAL) != sizeof first)
        end_without(starter, std::strerror(errno));
    return connected;
}

int end_of_starter() noexcept {
    int status = 0;
    if (starter_process < 0) return 0;
    while (waitpid(starter_process, &status, 0) < 0)
        if (errno != EINTR) return 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

void drop_starter() noexcept {
    if (starter_process < 0) return;
    kill(starter_process, SIGKILL);
    static_cast<void>(end_of_starter());
}

} // namespace sartor::channel::fabric::pmix
