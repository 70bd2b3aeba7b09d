// Short messages are copied at the sender and sent at once: the send completes without its receiver
// (EPOS-MPI 4.1: "short messages should be sent right away").
#pragma once

#include <cstddef>
#include <string_view>

#include "components/process/process.hpp"
#include "framework/traits.hpp"

namespace sartor::aspects {

struct EagerLimit; // traits family: up to which size, in bytes

} // namespace sartor::aspects

template <>
struct sartor::default_traits<sartor::aspects::EagerLimit> {
    static constexpr std::size_t bytes = 8192;
};

namespace sartor::aspects {

// Under the shortcut, which serves receives of this worker that wait already. Copies that nobody has received
// are bounded: where too many wait messages stay with their senders, as long ones do.
template <class Protocol>
class Eager : public Protocol {
  public:
    static constexpr std::string_view name = "eager";
    using typename Protocol::Communicator;
    using typename Protocol::Envelope;
    using typename Protocol::Mailbox;
    using typename Protocol::Mode;
    using typename Protocol::Parcel;

    bool send_near(const Envelope& envelope, Mode mode, process::Rank& destination,
                   Mailbox& mailbox) noexcept {
        return (may_copy(envelope, destination) &&
                Communicator::of(destination).keep(envelope, destination)) ||
               Protocol::send_near(envelope, mode, destination, mailbox);
    }
    bool send_far(const Envelope& envelope, Mode mode, process::Rank& destination,
                  Mailbox& mailbox) noexcept {
        return (may_copy(envelope, destination) &&
                (mailbox.put(destination, envelope) || send_around(destination, envelope, mailbox))) ||
               Protocol::send_far(envelope, mode, destination, mailbox);
    }

    // A message with its own copy of the data; null when there is no memory for it.
    template <class Header, class Check, class Storage>
    [[nodiscard]] Parcel* copy_of(const Header& header, const Check& check, const Storage& data,
                                  Mailbox& mailbox) noexcept {
        Parcel* cell = mailbox.cells().take(data.bytes);
        if (cell == nullptr) return nullptr;
        data.gather_to(Cells::data_of(*cell));
        cell->envelope.header = header;
        cell->envelope.check = check;
        cell->envelope.storage = {Cells::data_of(*cell), data.bytes};
        cell->sender = nullptr;
        return cell;
    }

    void release(Parcel& parcel, Mailbox& mailbox) noexcept {
        parcel.sender == nullptr ? mailbox.cells().put_back(parcel) : Protocol::release(parcel, mailbox);
    }

    void discard(Parcel& parcel, Mailbox& mailbox) noexcept {
        parcel.sender == nullptr ? mailbox.cells().put_back(parcel) : Protocol::discard(parcel, mailbox);
    }

  private:
    using Cells = typename Mailbox::Cells;

    [[nodiscard]] static bool may_copy(const Envelope& envelope, const process::Rank& destination) noexcept {
        return envelope.storage.bytes <= limit && !destination.congested.load(std::memory_order_relaxed);
    }

    // The channel is full: a copy goes around it, while not too many are on their way. False: it does not.
    [[gnu::noinline]] bool send_around(process::Rank& destination, const Envelope& envelope,
                                       Mailbox& mailbox) noexcept {
        if (mailbox.bytes_around(destination) >= process::ranks.backlog_bytes) return false;
        Parcel* cell = copy_of(envelope.header, envelope.check, envelope.storage, mailbox);
        if (cell == nullptr) return false;
        mailbox.cells().give_away(*cell);
        mailbox.post(destination, *cell, Cells::whole(envelope.storage.bytes));
        return true;
    }

    static constexpr std::size_t limit = traits<EagerLimit>::bytes;
};

} // namespace sartor::aspects
