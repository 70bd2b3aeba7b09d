// A send that must not complete before its receive has started leaves out whatever would let it complete
// earlier (EPOS-MPI 4.1: synchronous mode; 4.4: the Rendezvous aspect).
#pragma once

#include <string_view>

#include "components/process/process.hpp"

namespace sartor::aspects {

template <class Protocol>
class Rendezvous : public Protocol {
  public:
    static constexpr std::string_view name = "rendezvous";
    using typename Protocol::Envelope;
    using typename Protocol::Mailbox;
    using typename Protocol::Mode;

    bool send_near(const Envelope& envelope, Mode mode, process::Rank& destination,
                   Mailbox& mailbox) noexcept {
        return !mode.rendezvous && Protocol::send_near(envelope, mode, destination, mailbox);
    }
    bool send_in_new(const Envelope& envelope, Mode mode, process::Rank& destination) noexcept {
        return !mode.rendezvous && Protocol::send_in_new(envelope, mode, destination);
    }
    bool send_far(const Envelope& envelope, Mode mode, process::Rank& destination,
                  Mailbox& mailbox) noexcept {
        return !mode.rendezvous && Protocol::send_far(envelope, mode, destination, mailbox);
    }
};

} // namespace sartor::aspects
