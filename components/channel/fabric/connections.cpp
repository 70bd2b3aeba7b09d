#include "components/channel/fabric/connections.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "components/process/process.hpp"

namespace sartor::channel::fabric {

namespace {

constexpr int seconds_to_connect = 3;
constexpr int seconds_for_greeting = 60; // of a process that still connects to others
constexpr int seconds_for_stranger = 5;  // who connects and says nothing

// Of IPv6; those of IPv4 are mapped (RFC 4291, 2.5.5.2).
struct Address {
    in6_addr bytes;
};
struct Card {
    static constexpr int most = 12; // addresses

    std::uint16_t port; // as in a socket's address
    std::uint16_t count;
    Address addresses[most];
};
static_assert(sizeof(Card) == Listening::card_bytes);

// The first thing on a connection, by the one who connects. The reply is the key.
struct Greeting {
    std::uint64_t key;
    std::int32_t from;
    std::int32_t to;
};

[[noreturn]] void end_without(const char* what) noexcept {
    process::report("%s: %s", what, std::strerror(errno));
    process::end_run(1);
}

Address mapped(const in_addr& address) noexcept {
    Address made{};
    made.bytes.s6_addr[10] = made.bytes.s6_addr[11] = 0xff;
    std::memcpy(&made.bytes.s6_addr[12], &address, sizeof address);
    return made;
}

// False: of another family, or one that means nothing on other computers.
bool address_of(const sockaddr* address, Address& made) noexcept {
    if (address == nullptr) return false;
    if (address->sa_family == AF_INET) {
        made = mapped(reinterpret_cast<const sockaddr_in*>(address)->sin_addr);
        return true;
    }
    if (address->sa_family != AF_INET6) return false;
    made.bytes = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
    return !IN6_IS_ADDR_LINKLOCAL(&made.bytes);
}

// Calls visit(address, mask) for each address of the interfaces that others may reach.
template <class Visit>
void for_each_address(Visit visit) noexcept {
    const char* const wanted = std::getenv("SARTOR_INTERFACE");
    ifaddrs* all = nullptr;
    if (getifaddrs(&all) != 0) end_without("the addresses of this computer");
    for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
        if ((one->ifa_flags & IFF_UP) == 0 || (one->ifa_flags & IFF_LOOPBACK) != 0) continue;
        if (wanted != nullptr && std::strcmp(wanted, one->ifa_name) != 0) continue;
        Address address;
        if (address_of(one->ifa_addr, address)) visit(address, one->ifa_netmask);
    }
    freeifaddrs(all);
}

bool are_in_one_network(const Address& one, const Address& other, const sockaddr* mask) noexcept {
    Address bits{};
    if (mask == nullptr || (mask->sa_family != AF_INET && mask->sa_family != AF_INET6)) return false;
    if (mask->sa_family == AF_INET) {
        bits = mapped(reinterpret_cast<const sockaddr_in*>(mask)->sin_addr);
        std::memset(bits.bytes.s6_addr, 0xff, 12);
    } else {
        bits.bytes = reinterpret_cast<const sockaddr_in6*>(mask)->sin6_addr;
    }
    for (int index = 0; index < 16; ++index)
        if (((one.bytes.s6_addr[index] ^ other.bytes.s6_addr[index]) & bits.bytes.s6_addr[index]) != 0)
            return false;
    return true;
}

bool is_near(const Address& address) noexcept {
    bool found = false;
    for_each_address([&](const Address& own, const sockaddr* mask) {
        found = found || are_in_one_network(own, address, mask);
    });
    return found;
}

void set_seconds(int socket, int option, int seconds) noexcept {
    const timeval limit{seconds, 0};
    setsockopt(socket, SOL_SOCKET, option, &limit, sizeof limit);
}

// Short packets leave at once; a process that waits for others waits without limit.
void prepare(int socket) noexcept {
    const int yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    set_seconds(socket, SO_RCVTIMEO, 0);
    set_seconds(socket, SO_SNDTIMEO, 0);
}

int new_socket(const Address& address) noexcept {
    const bool is_mapped = IN6_IS_ADDR_V4MAPPED(&address.bytes);
    return ::socket(is_mapped ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

bool connect_to(int socket, const Address& address, std::uint16_t port) noexcept {
    if (IN6_IS_ADDR_V4MAPPED(&address.bytes)) {
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

bool greet(int socket, const Greeting& greeting) noexcept {
    if (::send(socket, &greeting, sizeof greeting, MSG_NOSIGNAL) != sizeof greeting) return false;
    set_seconds(socket, SO_RCVTIMEO, seconds_for_greeting);
    std::uint64_t reply = 0;
    return recv(socket, &reply, sizeof reply, MSG_WAITALL) == sizeof reply && reply == greeting.key;
}

// An address may be that of another computer (those of virtual bridges are alike everywhere): -1.
int try_address(const Address& address, std::uint16_t port, const Greeting& greeting) noexcept {
    const int socket = new_socket(address);
    if (socket < 0) return -1;
    set_seconds(socket, SO_SNDTIMEO, seconds_to_connect);
    if (connect_to(socket, address, port) && greet(socket, greeting)) {
        prepare(socket);
        return socket;
    }
    ::close(socket);
    return -1;
}

// By the addresses in networks of this computer first.
int connection_to(const void* card, const Greeting& greeting) noexcept {
    Card there;
    std::memcpy(&there, card, sizeof there);
    for (const bool near : {true, false})
        for (int index = 0; index < there.count; ++index) {
            if (is_near(there.addresses[index]) != near) continue;
            const int socket = try_address(there.addresses[index], there.port, greeting);
            if (socket >= 0) return socket;
        }
    return -1;
}

// Of a process that has connected; strangers have no key.
bool take_greeting(int socket, Greeting& greeting) noexcept {
    set_seconds(socket, SO_RCVTIMEO, seconds_for_stranger);
    return recv(socket, &greeting, sizeof greeting, MSG_WAITALL) == sizeof greeting;
}

} // namespace

void Listening::open(bool is_local) noexcept {
    is_local_ = is_local;
    sockaddr_in6 everywhere{};
    everywhere.sin6_family = AF_INET6;
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(is_local ? INADDR_LOOPBACK : INADDR_ANY);
    constexpr int type = SOCK_STREAM | SOCK_CLOEXEC;
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
}

void Listening::write_card(void* memory) const noexcept {
    sockaddr_storage bound{};
    socklen_t length = sizeof bound;
    if (getsockname(socket_, reinterpret_cast<sockaddr*>(&bound), &length) != 0) end_without("the own port");
    Card card{};
    card.port = reinterpret_cast<const sockaddr_in*>(&bound)->sin_port; // it is there for IPv6, too
    const auto add = [&](const Address& address, const sockaddr*) {
        if (card.count < Card::most) card.addresses[card.count++] = address;
    };
    if (!is_local_) for_each_address(add);
    if (card.count == 0) add(mapped({htonl(INADDR_LOOPBACK)}), nullptr);
    std::memcpy(memory, &card, sizeof card);
}

void Listening::meet(const void* const* cards, std::size_t offset, int own, int count, std::uint64_t key,
                     int* connections) noexcept {
    for (int process = 0; process < count; ++process) connections[process] = -1;
    for (int process = 0; process < own; ++process) {
        connections[process] =
            connection_to(static_cast<const char*>(cards[process]) + offset, {key, own, process});
        if (connections[process] >= 0) continue;
        process::report(
            "process %d can't be reached by any of its addresses; SARTOR_INTERFACE=NAME names the "
            "interface to use",
            process);
        process::end_run(1);
    }
    for (int missing = count - 1 - own; missing > 0;) {
        const int socket = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
        if (socket < 0) end_without("a connection of another process");
        Greeting greeting{};
        const bool is_one = take_greeting(socket, greeting) && greeting.key == key && greeting.to == own &&
                            greeting.from > own && greeting.from < count && connections[greeting.from] < 0;
        if (!is_one || ::send(socket, &key, sizeof key, MSG_NOSIGNAL) != sizeof key) {
            ::close(socket);
            continue;
        }
        prepare(socket);
        connections[greeting.from] = socket;
        --missing;
    }
    ::close(socket_);
    socket_ = -1;
}

} // namespace sartor::channel::fabric
