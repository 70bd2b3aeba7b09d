// A limit that the tool interface sets (MPI-5.0 section 15.3.6): longer messages are not copied at their
// sender, but wait for their receives.
#pragma once

#include <string_view>

#include "runtime/process.hpp"

namespace sartor::aspects {

// Woven outside of eager sends. Requires an observer with counters (aspects::Counted).
template <class Protocol>
class CopyLimit : public Protocol {
  public:
    static constexpr std::string_view name = "limit of copies";
    using typename Protocol::Communicator;
    using typename Protocol::Envelope;
    using typename Protocol::Mode;
    using typename Protocol::Transport;

    bool send_near(const Envelope& envelope, Mode mode, process::Rank& destination,
                   Transport& transport) noexcept {
        return may_copy(envelope) && Protocol::send_near(envelope, mode, destination, transport);
    }
    bool send_in_new(const Envelope& envelope, Mode mode, process::Rank& destination,
                     Transport& transport) noexcept {
        return may_copy(envelope) && Protocol::send_in_new(envelope, mode, destination, transport);
    }
    bool send_far(const Envelope& envelope, Mode mode, process::Rank& destination,
                  Transport& transport) noexcept {
        return may_copy(envelope) && Protocol::send_far(envelope, mode, destination, transport);
    }

  private:
    [[nodiscard]] static bool may_copy(const Envelope& envelope) noexcept {
        auto& sender = Communicator::of(*process::current);
        return envelope.storage.bytes <= sender.observer().counters().most_copied;
    }
};

} // namespace sartor::aspects
