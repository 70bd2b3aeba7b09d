// A send that must not complete before its receive has started leaves out whatever would let it complete
// earlier (EPOS-MPI 4.1: synchronous mode; 4.4: the Rendezvous aspect).
#pragma once

#include <string_view>

namespace sartor::aspects {

template <class Protocol>
class Rendezvous : public Protocol {
  public:
    static constexpr std::string_view name = "rendezvous";
    using typename Protocol::Mailbox;
    using typename Protocol::Sending;

    bool send_at_once(Sending& sending, Mailbox& mailbox) noexcept {
        return !sending.mode.rendezvous && Protocol::send_at_once(sending, mailbox);
    }
};

} // namespace sartor::aspects
