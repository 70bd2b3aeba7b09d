#include "configurator/run/processes/universe.hpp"

#include "configurator/cut/cache.hpp"
#include "configurator/support/error.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace sartor::configurator {

using channel::fabric::LauncherMessage;

namespace {

int new_socket(const std::string& name) {
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0) fail("--universe {}: {}", name, std::strerror(errno));
    return socket;
}

// The names of abstract addresses begin with a zero (unix(7)).
template <class Call>
int call_with_address(Call call, int socket, const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const int length = std::snprintf(address.sun_path + 1, sizeof address.sun_path - 1,
                                     channel::fabric::universe_address, geteuid(), name.c_str());
    const auto bytes =
        static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(length));
    return call(socket, reinterpret_cast<const sockaddr*>(&address), bytes);
}

// Nothing: another process has the name.
std::optional<int> take_name(const std::string& name) {
    constexpr int backlog = 64;
    const int socket = new_socket(name);
    if (call_with_address(&bind, socket, name) == 0 && listen(socket, backlog) == 0) return socket;
    const int error = errno;
    close(socket);
    if (error != EADDRINUSE) fail("--universe {}: {}", name, std::strerror(error));
    return std::nullopt;
}

// All of it. False: the other end has closed.
bool read_all(int socket, char* memory, std::size_t bytes) {
    while (bytes > 0) {
        const ssize_t count = recv(socket, memory, bytes, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        memory += count;
        bytes -= static_cast<std::size_t>(count);
    }
    return true;
}

// The head of a message, and the descriptor that comes with it, or -1.
bool read_head(int socket, LauncherMessage& head, int& descriptor) {
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof descriptor)> control{};
    iovec part{&head, sizeof head};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL) != sizeof head) return false;
    const cmsghdr* const with = CMSG_FIRSTHDR(&message);
    if (with != nullptr && with->cmsg_level == SOL_SOCKET && with->cmsg_type == SCM_RIGHTS)
        std::memcpy(&descriptor, CMSG_DATA(with), sizeof descriptor);
    return true;
}

} // namespace

std::optional<int> connect_to_universe(const std::string& name) {
    const int socket = new_socket(name);
    if (call_with_address(&connect, socket, name) != 0) {
        close(socket);
        return std::nullopt;
    }
    if (!is_of_this_user(socket))
        fail("--universe {}: another user's process has this name; choose another name", name);
    return socket;
}

// A run that has the name may end between the two.
DoorOfUniverse open_universe(const std::string& name) {
    for (;;) {
        if (const auto own = take_name(name)) return {*own, true};
        if (const auto other = connect_to_universe(name)) return {*other, false};
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

bool is_of_this_user(int socket) {
    ucred user{};
    socklen_t bytes = sizeof user;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &user, &bytes) == 0 && user.uid == geteuid();
}

std::string name_of_library(const MpiOfRun& mpi) {
    Selection selection = selection_of(mpi.wishes);
    selection.insert(mpi.whole.selection.begin(), mpi.whole.selection.end());
    Digest digest;
    digest.add(version_of_library());
    digest.add(mpi.whole.checked ? "checked" : "");
    digest.add(selection_text(selection));
    digest.add(topology_files_source(selection));
    return digest.text();
}

void send_note(int socket, const LauncherNote& note) {
    const LauncherMessage head{note.kind, static_cast<std::uint32_t>(note.text.size()), note.value};
    std::string all = bytes_of(head) + note.text;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof note.descriptor)> control{};
    iovec part{all.data(), all.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (note.descriptor >= 0) {
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        cmsghdr* const with = CMSG_FIRSTHDR(&message);
        with->cmsg_level = SOL_SOCKET;
        with->cmsg_type = SCM_RIGHTS;
        with->cmsg_len = CMSG_LEN(sizeof note.descriptor);
        std::memcpy(CMSG_DATA(with), &note.descriptor, sizeof note.descriptor);
    }
    static_cast<void>(sendmsg(socket, &message, MSG_NOSIGNAL));
}

std::optional<LauncherNote> take_note(int socket) {
    LauncherMessage head{};
    LauncherNote note;
    if (!read_head(socket, head, note.descriptor) || head.bytes > channel::fabric::longest_note)
        return std::nullopt;
    note.kind = head.kind;
    note.value = head.value;
    note.text.resize(head.bytes);
    if (!read_all(socket, note.text.data(), note.text.size())) return std::nullopt;
    return note;
}

} // namespace sartor::configurator
