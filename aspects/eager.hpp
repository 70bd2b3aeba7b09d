// Short messages are copied at the sender and sent at once: the send completes without its receiver
// (EPOS-MPI 4.1: "short messages should be sent right away").
#pragma once

#include <cstddef>
#include <string_view>

#include "components/communicator/backlog.hpp"
#include "components/communicator/cells.hpp"
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

    // A message with its own copy of the data, to wait at this protocol's rank; null when there is no memory
    // for it.
    template <class Header, class Check, class Storage>
    [[nodiscard]] Parcel* copy_of(const Header& header, const Check& check, const Storage& data,
                                  process::Rank& owner) noexcept {
        Parcel* cell = cells_.take(data.bytes, owner);
        if (cell != nullptr) fill(*cell, header, check, data);
        return cell;
    }

    // A copy that was made by a rank of another worker has come to wait here.
    void adopt(const Parcel& cell, process::Rank& owner) noexcept { cells_.adopt(cell, owner); }

    void release(Parcel& parcel) noexcept {
        parcel.sender == nullptr ? cells_.put_back(parcel) : Protocol::release(parcel);
    }

    void discard(Parcel& parcel) noexcept {
        parcel.sender == nullptr ? cells_.put_back(parcel) : Protocol::discard(parcel);
    }

  private:
    using Cells = communicator::Cells<Parcel, communicator::Backlog>;

    template <class Header, class Check, class Storage>
    static void fill(Parcel& cell, const Header& header, const Check& check, const Storage& data) noexcept {
        data.gather_to(Cells::data_of(cell));
        cell.envelope.header = header;
        cell.envelope.check = check;
        cell.envelope.storage = {Cells::data_of(cell), data.bytes};
        cell.sender = nullptr;
    }

    // The channel is full: a copy goes around it, while not too many are on their way. False: it does not.
    template <class Envelope>
    [[gnu::noinline]] static bool send_around(process::Rank& destination, const Envelope& envelope,
                                              Mailbox& mailbox) noexcept {
        const std::size_t bytes = envelope.storage.bytes;
        if (mailbox.bytes_around(destination) >= process::ranks.backlog_bytes) return false;
        Parcel* cell = Cells::make(bytes);
        if (cell == nullptr) return false;
        fill(*cell, envelope.header, envelope.check, envelope.storage);
        mailbox.post(destination, *cell, Cells::whole(bytes));
        return true;
    }

    static constexpr std::size_t limit = traits<EagerLimit>::bytes;
    Cells cells_;
};

} // namespace sartor::aspects
