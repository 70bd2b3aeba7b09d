// Where a process can be reached by TCP, for the others.
#pragma once

#include <cstdint>

#include <netinet/in.h>

namespace sartor::channel::fabric {

// Of IPv6; those of IPv4 are mapped (RFC 4291, 2.5.5.2).
struct Address {
    in6_addr bytes;

    [[nodiscard]] static Address mapped(const in_addr& address) noexcept;
    [[nodiscard]] bool is_mapped() const noexcept { return IN6_IS_ADDR_V4MAPPED(&bytes); }
};

struct Card {
    static constexpr int most = 12; // addresses

    std::uint16_t port; // as in a socket's address
    std::uint16_t count;
    Address addresses[most];

    // Adds those of this computer's interfaces that are up, or of the one that the environment names
    // (SARTOR_INTERFACE). Ends the run where the system does not say which it has.
    void add_interfaces() noexcept;
    void add(const Address& address) noexcept {
        if (count < most) addresses[count++] = address;
    }
};

// Whether an address is in a network of this computer.
[[nodiscard]] bool is_near(const Address& address) noexcept;

} // namespace sartor::channel::fabric
