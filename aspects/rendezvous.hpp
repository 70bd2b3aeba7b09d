// Messages between ranks that share no memory, in four steps: request to send (RTS), clear to send (CTS),
// data, acknowledgement (EPOS-MPI 4.4; MPPA-MPI III, algorithms 1 to 4; LWMPI 5.7.3).
#pragma once

#include <string_view>

#include "runtime/process.hpp"
#include "transports/transport.hpp"

namespace sartor::aspects {

// Woven over the protocols inside shared memory, which handle all messages that are sent by address. The
// steps themselves belong to the transport's type Handshake, one object for each rank (channel::Handshake),
// which accounts their costs; the transport finds it by process::handshake_of(). The functions are described
// in communicator/direct_copy.hpp.
template <class Protocol>
class Rendezvous : public Protocol {
  public:
    static constexpr std::string_view name = "rendezvous: request and clear to send";
    using typename Protocol::Parcel;
    using typename Protocol::Receiving;
    using typename Protocol::Sending;
    using typename Protocol::Transport;
    static_assert(channel::DistantTransport<Transport>,
                  "this machine's transport has no handshake: its ranks share memory");
    using Handshake = typename Transport::Handshake;
    static_assert(
        channel::Handshake<Handshake, Sending, Receiving, Parcel>,
        "the handshake of this machine's transport does not do all that channel::Handshake asks for");

    // Before any rank runs.
    void attach(process::Rank& rank) noexcept { rank.handshake = &handshake_; }

    // ---- at the sender

    void rendezvous(Sending& sending, process::Rank& destination, Transport& transport) noexcept {
        if (transport.shares_memory(destination))
            Protocol::rendezvous(sending, destination, transport);
        else
            handshake_.request(sending);
    }
    void help(Sending& sending) noexcept {
        handshake_.help(sending);
        Protocol::help(sending);
    }
    bool take_back(Sending& sending, Transport& transport) noexcept {
        return handshake_.take_back(sending) || Protocol::take_back(sending, transport);
    }

    // ---- at the receiver

    void prepare(Receiving& receiving) noexcept { handshake_.prepare(receiving); }
    void expect(Receiving& receiving, const Receiving* others) noexcept {
        handshake_.expect(receiving, others);
    }
    void give_up(const Receiving& receiving) noexcept { handshake_.give_up(receiving); }

    template <class IsExpected>
    bool admits(Parcel& parcel, IsExpected is_expected, Transport& transport) noexcept {
        return handshake_.admits(parcel) && Protocol::admits(parcel, is_expected, transport);
    }
    static bool claim(Parcel& parcel) noexcept {
        Handshake::claim(parcel);
        return Protocol::claim(parcel);
    }
    bool clear(Parcel& parcel, Receiving& receiving, Transport& transport) noexcept {
        return handshake_.clear(parcel, receiving) || Protocol::clear(parcel, receiving, transport);
    }
    void discard(Parcel& parcel, Transport& transport) noexcept {
        if (!handshake_.discard(parcel)) Protocol::discard(parcel, transport);
    }

  protected:
    Handshake handshake_;
};

} // namespace sartor::aspects
