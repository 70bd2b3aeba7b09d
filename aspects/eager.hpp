// Short messages are copied at the sender and sent at once: the send completes without its receiver
// (EPOS-MPI 4.1: "short messages should be sent right away").
#pragma once

#include <cstddef>
#include <string_view>

#include "components/channel/cells.hpp"
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

template <class Protocol>
class Eager : public Protocol {
  public:
    static constexpr std::string_view name = "eager";
    using typename Protocol::Mailbox;
    using typename Protocol::Parcel;
    using typename Protocol::Sending;

    bool send_at_once(Sending& sending, Mailbox& mailbox) noexcept {
        const auto& envelope = sending.parcel.envelope;
        if (envelope.storage.bytes > limit) return Protocol::send_at_once(sending, mailbox);
        process::Rank& destination = process::rank(sending.destination);
        if (!mailbox.is_here(destination) && mailbox.put(destination, envelope)) return true;
        Parcel* cell = copy_of(envelope.header, envelope.check, envelope.storage, mailbox);
        if (cell == nullptr) return Protocol::send_at_once(sending, mailbox); // no memory for a copy
        mailbox.post(destination, *cell);
        return true;
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
    static constexpr std::size_t limit = traits<EagerLimit>::bytes;
};

} // namespace sartor::aspects
