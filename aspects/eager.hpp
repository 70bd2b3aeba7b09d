// Short messages are copied at the sender and sent at once: the send completes before its receive (EPOS-MPI
// 4.1: "short messages should be sent right away"; MPPA-MPI III.C.1: eager send).
#pragma once

#include <string_view>

#include "runtime/process.hpp"
#include "transports/transport.hpp"

namespace sartor::aspects {

// Woven under the shortcut, which sends to receives that are posted in this worker. It costs one more copy
// than direct copying, and memory until the message is received. The transport limits how much may wait
// (may_copy(), Cells): a message beyond that is passed on to the next protocol, and is left in its sender's
// memory when none sends it. The functions are described in communicator/direct_copy.hpp.
template <class Protocol>
class Eager : public Protocol {
  public:
    static constexpr std::string_view name = "eager";
    using typename Protocol::Communicator;
    using typename Protocol::Envelope;
    using typename Protocol::Mode;
    using typename Protocol::Parcel;
    using typename Protocol::Storage;
    using typename Protocol::Transport;

    bool send_near(const Envelope& envelope, Mode mode, process::Rank& destination,
                   Transport& transport) noexcept {
        constexpr std::size_t longest = Transport::longest_copy;
        // Where too many messages wait no cell is kept for reuse, and none that is longer than eager
        // messages: so there is no limit to check.
        const bool may_keep = longest >= Transport::Cells::longest_kept || envelope.storage.bytes <= longest;
        return (may_keep && Communicator::of(destination).keep(envelope, destination)) ||
               Protocol::send_near(envelope, mode, destination, transport);
    }
    // The same with memory from the system.
    bool send_in_new(const Envelope& envelope, Mode mode, process::Rank& destination,
                     Transport& transport) noexcept {
        return (transport.may_copy(destination, envelope.storage.bytes) &&
                Communicator::of(destination).keep_in_new(envelope, destination)) ||
               Protocol::send_in_new(envelope, mode, destination, transport);
    }
    bool send_far(const Envelope& envelope, Mode mode, process::Rank& destination,
                  Transport& transport) noexcept {
        return (transport.may_copy(destination, envelope.storage.bytes) &&
                transport.put(destination, envelope)) ||
               Protocol::send_far(envelope, mode, destination, transport);
    }

    // A cell is put back before its data are copied, so that the copy is the last call. The pool is not used
    // in between.
    [[gnu::always_inline]] void deliver(Parcel& parcel, const Storage& target,
                                        Transport& transport) noexcept {
        if constexpr (channel::ReachableTransport<Transport>)
            deliver_from_cell(parcel, target, transport);
        else
            Protocol::deliver(parcel, target, transport);
    }

    void discard(Parcel& parcel, Transport& transport) noexcept {
        if constexpr (channel::ReachableTransport<Transport>)
            if (parcel.is_cell()) return transport.cells().put_back(parcel);
        Protocol::discard(parcel, transport);
    }

  private:
    [[gnu::always_inline]] void deliver_from_cell(Parcel& parcel, const Storage& target,
                                                  Transport& transport) noexcept {
        if (!parcel.is_cell()) return deliver_from_sender(parcel, target, transport);
        const Storage source = parcel.envelope.storage;
        if (!transport.cells().keep(parcel)) [[unlikely]]
            return deliver_and_give_back(parcel, target, transport);
        source.copy_to(target);
    }

    [[gnu::noinline]] void deliver_from_sender(Parcel& parcel, Storage target,
                                               Transport& transport) noexcept {
        Protocol::deliver(parcel, target, transport);
    }

    [[gnu::noinline]] static void deliver_and_give_back(Parcel& parcel, Storage target,
                                                        Transport& transport) noexcept {
        parcel.envelope.storage.copy_to(target);
        transport.cells().give_back(parcel);
    }
};

} // namespace sartor::aspects
