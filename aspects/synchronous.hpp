// Synchronous mode (EPOS-MPI 4.1): a send that must not complete before its receive has started leaves out
// all protocols under this aspect that would complete it earlier. It goes by rendezvous instead.
#pragma once

#include <string_view>

#include "runtime/process.hpp"

namespace sartor::aspects {

// Woven outside of eager and lazy sends, and inside of the shortcut, which serves posted receives only. With
// StandardMode it changes nothing.
template <class Protocol>
class Synchronous : public Protocol {
  public:
    static constexpr std::string_view name = "synchronous mode";
    using typename Protocol::Envelope;
    using typename Protocol::Mode;
    using typename Protocol::Transport;

    bool send_near(const Envelope& envelope, Mode mode, process::Rank& destination,
                   Transport& transport) noexcept {
        return !mode.rendezvous && Protocol::send_near(envelope, mode, destination, transport);
    }
    bool send_in_new(const Envelope& envelope, Mode mode, process::Rank& destination,
                     Transport& transport) noexcept {
        return !mode.rendezvous && Protocol::send_in_new(envelope, mode, destination, transport);
    }
    bool send_far(const Envelope& envelope, Mode mode, process::Rank& destination,
                  Transport& transport) noexcept {
        return !mode.rendezvous && Protocol::send_far(envelope, mode, destination, transport);
    }
};

} // namespace sartor::aspects
