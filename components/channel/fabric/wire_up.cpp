#include "components/channel/fabric/wire_up.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "components/channel/fabric/launcher.hpp"
#include "components/process/process.hpp"

namespace sartor::channel::fabric {

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; // of the reading end
pthread_cond_t something_came = PTHREAD_COND_INITIALIZER;

[[noreturn]] void end_without_launcher() noexcept {
    process::report("the launcher of this process (sartor run --processes) has gone: the run ends");
    process::end_run(1);
}

// All of it. False: there is no launcher any more.
bool read_all(int socket, void* memory, std::size_t bytes) noexcept {
    auto* next = static_cast<char*>(memory);
    while (bytes > 0) {
        const ssize_t count = recv(socket, next, bytes, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        next += count;
        bytes -= static_cast<std::size_t>(count);
    }
    return true;
}

// Messages of several threads don't mix: one call each.
bool write_message(int socket, LauncherKind kind, std::uint64_t value, const void* data = nullptr,
                   std::uint32_t bytes = 0) noexcept {
    char text[sizeof(LauncherMessage) + longest_card];
    const LauncherMessage message{kind, bytes, value};
    std::memcpy(text, &message, sizeof message);
    if (bytes > 0) std::memcpy(text + sizeof message, data, bytes);
    const std::size_t all = sizeof message + bytes;
    return send(socket, text, all, MSG_NOSIGNAL) == static_cast<ssize_t>(all);
}

} // namespace

bool WireUp::open() noexcept {
    const char* text = std::getenv(process_variable);
    if (text == nullptr) return false;
    const bool well_formed = std::sscanf(text, "%d:%d:%d", &number_, &processes_, &socket_) == 3 &&
                             processes_ >= 1 && number_ >= 0 && number_ < processes_;
    if (!well_formed || fcntl(socket_, F_SETFD, FD_CLOEXEC) != 0) {
        process::report("%s=%s: expected the numbers of the process, of processes, and of a socket (sartor run "
                        "--processes sets this)",
                        process_variable, text);
        process::end_run(process::usage_exit_code);
    }
    unsetenv(process_variable); // other programs that this one starts are none of the run
    return true;
}

void WireUp::exchange(const void* card, std::size_t bytes) noexcept {
    LauncherMessage reply{};
    if (!write_message(socket_, LauncherKind::card, 0, card, static_cast<std::uint32_t>(bytes)) ||
        !read_all(socket_, &reply, sizeof reply))
        end_without_launcher();
    if (reply.kind == LauncherKind::end) process::end_run(static_cast<int>(reply.value));
    cards_ = static_cast<char*>(std::malloc(reply.bytes + 1));
    offsets_ = static_cast<std::size_t*>(
        std::calloc(static_cast<std::size_t>(processes_), sizeof(std::size_t)));
    if (reply.kind != LauncherKind::cards || cards_ == nullptr || offsets_ == nullptr ||
        !read_all(socket_, cards_, reply.bytes))
        end_without_launcher();
    key_ = reply.value;
    std::size_t next = 0;
    for (int process = 0; process < processes_; ++process) {
        std::uint32_t length = 0;
        if (next + sizeof length > reply.bytes) end_without_launcher();
        std::memcpy(&length, cards_ + next, sizeof length);
        offsets_[process] = next + sizeof length;
        next = offsets_[process] + length;
        if (next > reply.bytes) end_without_launcher();
    }
}

void WireUp::take(bool waits) noexcept {
    LauncherMessage message{};
    const ssize_t count = recv(socket_, &message, sizeof message, waits ? MSG_WAITALL : MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count != sizeof message) end_without_launcher();
    if (message.kind == LauncherKind::end) process::end_run(static_cast<int>(message.value));
    if (message.kind == LauncherKind::fenced) {
        pthread_mutex_lock(&mutex);
        ++fences_;
        pthread_cond_broadcast(&something_came);
        pthread_mutex_unlock(&mutex);
    }
}

void WireUp::listen() noexcept {
    take(false);
}

void WireUp::fence() noexcept {
    ++fences_come_to_;
    if (!write_message(socket_, LauncherKind::fence, 0)) end_without_launcher();
    pthread_mutex_lock(&mutex);
    while (fences_ < fences_come_to_) pthread_cond_wait(&something_came, &mutex);
    pthread_mutex_unlock(&mutex);
}

void WireUp::abandon(int exit_code) noexcept {
    write_message(socket_, LauncherKind::ending, static_cast<std::uint64_t>(exit_code));
}

} // namespace sartor::channel::fabric
