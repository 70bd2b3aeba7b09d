// The local shortcut (LWMPI 5.7): where the sender may access the receiver's queues, and the receive is
// posted already, a message is one copy from buffer to buffer.
#pragma once

#include <string_view>

#include "runtime/process.hpp"
#include "transports/transport.hpp"

namespace sartor::aspects {

// For transports whose ranks access each other's queues (channel::ReachableTransport). It costs a search of
// the posted receives of the destination; when none matches, the next protocol is tried.
template <class Protocol>
class Shortcut : public Protocol {
  public:
    static constexpr std::string_view name = "shortcut";
    using typename Protocol::Communicator;
    using typename Protocol::Envelope;
    using typename Protocol::Mode;
    using typename Protocol::Transport;
    static_assert(channel::ReachableTransport<Transport>,
                  "on this machine no rank has access to another one's queues");

    bool send_near(const Envelope& envelope, Mode mode, process::Rank& destination,
                   Transport& transport) noexcept {
        return Communicator::of(destination).accept(envelope, destination) ||
               Protocol::send_near(envelope, mode, destination, transport);
    }
};

} // namespace sartor::aspects
