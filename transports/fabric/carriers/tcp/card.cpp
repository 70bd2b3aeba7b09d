#include "transports/fabric/carriers/tcp/card.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ifaddrs.h>
#include <net/if.h>
#include <sys/socket.h>

#include "runtime/process.hpp"

namespace sartor::channel::fabric {

namespace {

// False: of another family, or one that means nothing on other computers.
bool address_of(const sockaddr* address, Address& made) noexcept {
    if (address == nullptr) return false;
    if (address->sa_family == AF_INET) {
        made = Address::mapped(reinterpret_cast<const sockaddr_in*>(address)->sin_addr);
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
    if (getifaddrs(&all) != 0) {
        process::report("the addresses of this computer: %s", std::strerror(errno));
        process::end_run(1);
    }
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
        bits = Address::mapped(reinterpret_cast<const sockaddr_in*>(mask)->sin_addr);
        std::memset(bits.bytes.s6_addr, 0xff, 12);
    } else {
        bits.bytes = reinterpret_cast<const sockaddr_in6*>(mask)->sin6_addr;
    }
    for (int index = 0; index < 16; ++index)
        if (((one.bytes.s6_addr[index] ^ other.bytes.s6_addr[index]) & bits.bytes.s6_addr[index]) != 0)
            return false;
    return true;
}

} // namespace

Address Address::mapped(const in_addr& address) noexcept {
    Address made{};
    made.bytes.s6_addr[10] = made.bytes.s6_addr[11] = 0xff;
    std::memcpy(&made.bytes.s6_addr[12], &address, sizeof address);
    return made;
}

void Card::add_interfaces() noexcept {
    for_each_address([this](const Address& address, const sockaddr*) { add(address); });
}

bool is_near(const Address& address) noexcept {
    bool found = false;
    for_each_address([&](const Address& own, const sockaddr* mask) {
        found = found || are_in_one_network(own, address, mask);
    });
    return found;
}

} // namespace sartor::channel::fabric
