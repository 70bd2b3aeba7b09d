// The local shortcut (LWMPI 5.7): where the sender may reach into the receiver's queues, a message whose
// receive waits already is one copy from buffer to buffer, and no message at all.
#pragma once

#include <string_view>

#include "components/process/process.hpp"

namespace sartor::aspects {

template <class Protocol>
class Shortcut : public Protocol {
  public:
    static constexpr std::string_view name = "shortcut";
    using typename Protocol::Communicator;
    using typename Protocol::Envelope;
    using typename Protocol::Mode;
    using typename Protocol::Transport;

    bool send_near(const Envelope& envelope, Mode mode, process::Rank& destination,
                   Transport& transport) noexcept {
        return Communicator::of(destination).accept(envelope, destination) ||
               Protocol::send_near(envelope, mode, destination, transport);
    }
};

} // namespace sartor::aspects
