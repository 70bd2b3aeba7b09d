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
    using typename Protocol::Mailbox;
    using typename Protocol::Parcel;
    using typename Protocol::Sending;

    bool send_at_once(Sending& sending, Mailbox& mailbox) noexcept {
        const auto& envelope = sending.parcel.envelope;
        process::Rank& destination = process::rank(sending.destination);
        if (envelope.storage.bytes > limit || destination.congested.load(std::memory_order_relaxed))
            return Protocol::send_at_once(sending, mailbox);
        const bool sent =
            mailbox.is_here(destination)
                ? Communicator::of(destination).keep(envelope, destination)
                : mailbox.put(destination, envelope) || send_around(destination, envelope, mailbox);
        return sent || Protocol::send_at_once(sending, mailbox);
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

    // The channel is full: a copy goes around it, while not too many are on their way. False: it does not.
    template <class Envelope>
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
