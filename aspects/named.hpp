// Before a message goes to another cluster its sender queries the name service for the receiver's address
// (LWMPI, sections 5.6 and 5.7.2: step 1.2).
#pragma once

#include <string_view>

#include "runtime/process.hpp"
#include "transports/transport.hpp"

namespace sartor::aspects {

// The outermost aspect, since all other protocols send to the address that was found. A look-up takes the
// time that the transport accounts for it: less when the cluster's cache has the name.
template <class Protocol>
class Named : public Protocol {
  public:
    static constexpr std::string_view name = "receivers found by name";
    using typename Protocol::Envelope;
    using typename Protocol::Mode;
    using typename Protocol::Transport;
    static_assert(channel::NamingTransport<Transport>, "this machine's transport has no name service");

    bool send_far(const Envelope& envelope, Mode mode, process::Rank& destination,
                  Transport& transport) noexcept {
        if (!transport.shares_memory(destination)) transport.look_up(destination);
        return Protocol::send_far(envelope, mode, destination, transport);
    }
};

} // namespace sartor::aspects
