#include "transports/fabric/carriers/tcp/listening.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/process.hpp"

namespace sartor::channel::fabric {

namespace {

constexpr std::int64_t second = 1'000'000'000; // nanoseconds
constexpr int seconds_to_connect = 3;
constexpr int seconds_for_answer = 60;                // of a process that has not begun to accept
constexpr int seconds_for_launcher = 3;               // which ends the run when a process has gone
constexpr std::int64_t time_of_stranger = 5 * second; // who connects and says nothing

[[noreturn]] void end_without(const char* what) noexcept {
    process::report("%s: %s", what, std::strerror(errno));
    process::end_run(1);
}

void watch(int events, int socket, std::uint32_t kinds) noexcept {
    epoll_event event{};
    event.events = kinds;
    event.data.fd = socket;
    if (epoll_ctl(events, EPOLL_CTL_ADD, socket, &event) != 0) end_without("epoll_ctl");
}

// Short packets leave at once.
void send_at_once(int socket) noexcept {
    const int yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

int new_socket(const Address& address) noexcept {
    return ::socket(address.is_mapped() ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

void limit_sending(int socket, int seconds) noexcept {
    const timeval limit{seconds, 0};
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

bool connect_to(int socket, const Address& address, std::uint16_t port) noexcept {
    if (address.is_mapped()) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = port;
        std::memcpy(&to.sin_addr, &address.bytes.s6_addr[12], sizeof to.sin_addr);
        return ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
    }
    sockaddr_in6 to{};
    to.sin6_family = AF_INET6;
    to.sin6_port = port;
    to.sin6_addr = address.bytes;
    return ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
}

} // namespace

// The first thing on a connection, by the one who connects. The answer is the key.
struct Listening::Greeting {
    std::uint64_t key;
    std::int32_t from;
    std::int32_t to;
    std::int32_t kind;
    std::int32_t unused;
};

void Listening::open(bool is_local) noexcept {
    is_local_ = is_local;
    sockaddr_in6 everywhere{};
    everywhere.sin6_family = AF_INET6;
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(is_local ? INADDR_LOOPBACK : INADDR_ANY);
    constexpr int type = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
    const int no = 0;
    if (!is_local && (socket_ = ::socket(AF_INET6, type, 0)) >= 0 &&
        (setsockopt(socket_, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no) != 0 ||
         bind(socket_, reinterpret_cast<const sockaddr*>(&everywhere), sizeof everywhere) != 0)) {
        ::close(socket_);
        socket_ = -1;
    }
    if (socket_ < 0 && ((socket_ = ::socket(AF_INET, type, 0)) < 0 ||
                        bind(socket_, reinterpret_cast<const sockaddr*>(&here), sizeof here) != 0))
        end_without("a socket for messages of other processes");
    if (listen(socket_, SOMAXCONN) != 0) end_without("a socket for messages of other processes");
    if ((events_ = epoll_create1(EPOLL_CLOEXEC)) < 0) end_without("epoll_create1");
    watch(events_, socket_, EPOLLIN);
}

void Listening::write_card(void* memory) const noexcept {
    sockaddr_storage bound{};
    socklen_t length = sizeof bound;
    if (getsockname(socket_, reinterpret_cast<sockaddr*>(&bound), &length) != 0)
        end_without("the port of this process");
    Card card{};
    card.port = reinterpret_cast<const sockaddr_in*>(&bound)->sin_port; // it is there for IPv6, too
    if (!is_local_) card.add_interfaces();
    if (card.count == 0) card.add(Address::mapped({htonl(INADDR_LOOPBACK)}));
    std::memcpy(memory, &card, sizeof card);
}

void Listening::know(int own, int count, std::uint64_t key, Take take) noexcept {
    own_ = own;
    count_ = count;
    key_ = key;
    take_ = take;
}

// ---- who connects to this process

void Listening::accept_all() noexcept {
    if (pthread_mutex_trylock(&accepting_) != 0) return;
    constexpr int most_at_once = 16;
    epoll_event ready[most_at_once];
    const int count = epoll_wait(events_, ready, most_at_once, 0);
    for (int index = 0; index < count; ++index)
        ready[index].data.fd == socket_ ? take_new() : hear(ready[index].data.fd);
    if (stranger_count_ > 0) drop_late();
    pthread_mutex_unlock(&accepting_);
}

// Where there are too many, the one that has come first goes.
void Listening::take_new() noexcept {
    for (int socket; (socket = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
        if (stranger_count_ == most_strangers) {
            const int first = strangers_[0].socket;
            forget(first);
            ::close(first);
        }
        strangers_[stranger_count_++] = {socket, process::now() + time_of_stranger};
        watch(events_, socket, EPOLLIN | EPOLLET);
    }
}

void Listening::forget(int socket) noexcept {
    int index = 0;
    while (strangers_[index].socket != socket) ++index;
    for (; index + 1 < stranger_count_; ++index) strangers_[index] = strangers_[index + 1];
    --stranger_count_;
    epoll_ctl(events_, EPOLL_CTL_DEL, socket, nullptr);
}

void Listening::drop_late() noexcept {
    const std::int64_t time = process::now();
    while (stranger_count_ > 0 && strangers_[0].limit < time) {
        const int first = strangers_[0].socket;
        forget(first);
        ::close(first);
    }
}

bool Listening::is_welcome(const Greeting& greeting) const noexcept {
    return greeting.key == key_ && greeting.to == own_ && greeting.from >= 0 && greeting.from < count_ &&
           greeting.from != own_ && greeting.kind >= 0 && greeting.kind < kinds;
}

void Listening::hear(int socket) noexcept {
    Greeting greeting{};
    const ssize_t bytes = recv(socket, &greeting, sizeof greeting, MSG_PEEK | MSG_DONTWAIT);
    if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (bytes > 0 && bytes < static_cast<ssize_t>(sizeof greeting)) return; // the rest comes
    forget(socket);
    const bool is_one = bytes == sizeof greeting && is_welcome(greeting) &&
                        recv(socket, &greeting, sizeof greeting, MSG_DONTWAIT) == sizeof greeting &&
                        ::send(socket, &key_, sizeof key_, MSG_NOSIGNAL | MSG_DONTWAIT) == sizeof key_;
    if (!is_one) return void(::close(socket));
    send_at_once(socket);
    take_(greeting.kind, greeting.from, socket);
}

// ---- to whom this process connects

// False: no answer with the key.
bool Listening::greet(int socket, const Greeting& greeting) noexcept {
    if (::send(socket, &greeting, sizeof greeting, MSG_NOSIGNAL) != sizeof greeting) return false;
    const std::int64_t limit = process::now() + seconds_for_answer * second;
    for (pollfd waits[] = {{socket, POLLIN, 0}, {events_, POLLIN, 0}}; process::now() < limit;) {
        constexpr int look = 100; // milliseconds
        if (::poll(waits, 2, look) < 0 && errno != EINTR) return false;
        if (waits[1].revents != 0) accept_all();
        if (waits[0].revents == 0) continue;
        std::uint64_t answer = 0;
        return recv(socket, &answer, sizeof answer, MSG_WAITALL) == sizeof answer && answer == greeting.key;
    }
    return false;
}

// An address may be that of another computer (those of virtual bridges are alike everywhere): -1.
int Listening::try_address(const Address& address, std::uint16_t port, const Greeting& greeting) noexcept {
    const int socket = new_socket(address);
    if (socket < 0) return -1;
    limit_sending(socket, seconds_to_connect);
    if (connect_to(socket, address, port) && greet(socket, greeting)) {
        send_at_once(socket);
        limit_sending(socket, 0);
        return socket;
    }
    ::close(socket);
    return -1;
}

// By the addresses in networks of this computer first.
int Listening::connect(int process, const void* card, int kind) noexcept {
    const Greeting greeting{key_, own_, process, kind, 0};
    Card there;
    std::memcpy(&there, card, sizeof there);
    for (const bool near : {true, false})
        for (int index = 0; index < there.count && index < Card::most; ++index) {
            if (is_near(there.addresses[index]) != near) continue;
            const int socket = try_address(there.addresses[index], there.port, greeting);
            if (socket >= 0) return socket;
        }
    sleep(seconds_for_launcher);
    process::report("process %d can't be reached by any of its addresses: it has ended, or the environment "
                    "variable SARTOR_INTERFACE must name the interface to use",
                    process);
    process::end_run(1);
}

void Listening::close() noexcept {
    while (stranger_count_ > 0) ::close(strangers_[--stranger_count_].socket);
    ::close(socket_);
    ::close(events_);
    socket_ = events_ = -1;
}

} // namespace sartor::channel::fabric
