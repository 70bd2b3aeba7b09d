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
    using typename Protocol::Mailbox;
    using typename Protocol::Sending;

    bool send_at_once(Sending& sending, Mailbox& mailbox) noexcept {
        process::Rank& destination = process::rank(sending.destination);
        return (mailbox.is_here(destination) && Communicator::of(destination).accept(sending, destination)) ||
               Protocol::send_at_once(sending, mailbox);
    }
};

} // namespace sartor::aspects
