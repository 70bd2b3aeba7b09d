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
    using typename Protocol::Storage;

    bool send_near(const Envelope& envelope, Mode mode, process::Rank& destination,
                   Mailbox& mailbox) noexcept {
        // Where too many wait no cell is kept, nor are cells for long messages.
        const bool may_keep = limit >= Cells::longest_kept || envelope.storage.bytes <= limit;
        return (may_keep && Communicator::of(destination).keep(envelope, destination)) ||
               Protocol::send_near(envelope, mode, destination, mailbox);
    }
    // The same with memory from the system.
    bool send_in_new(const Envelope& envelope, Mode mode, process::Rank& destination) noexcept {
        return (may_copy(envelope, destination) &&
                Communicator::of(destination).keep_in_new(envelope, destination)) ||
               Protocol::send_in_new(envelope, mode, destination);
    }
    bool send_far(const Envelope& envelope, Mode mode, process::Rank& destination,
                  Mailbox& mailbox) noexcept {
        return (may_copy(envelope, destination) &&
                (mailbox.put(destination, envelope) || send_around(envelope.header.passed(), envelope.storage,
                                                                   envelope.check, destination, mailbox))) ||
               Protocol::send_far(envelope, mode, destination, mailbox);
    }

    // Makes a cell of the mailbox a message with its own copy of the data, which are to come.
    template <class Header, class Check>
    static void begin_copy(Parcel& cell, const Header& header, const Check& check,
                           std::size_t bytes) noexcept {
        cell.envelope.header = header;
        cell.envelope.check = check;
        cell.envelope.storage.bytes = bytes; // in the cell's own memory, since it was made
    }

    // A cell is put back before its data are copied, so that nothing is left to do then.
    [[gnu::always_inline]] void deliver(Parcel& parcel, const Storage& target, Mailbox& mailbox) noexcept {
        if (parcel.sender != nullptr) return deliver_from_sender(parcel, target, mailbox);
        const Storage source = parcel.envelope.storage;
        if (!mailbox.cells().keep(parcel)) [[unlikely]]
            return deliver_and_give_back(parcel, target, mailbox);
        source.copy_to(target);
    }

    void discard(Parcel& parcel, Mailbox& mailbox) noexcept {
        parcel.sender == nullptr ? mailbox.cells().put_back(parcel) : Protocol::discard(parcel, mailbox);
    }

  private:
    using Cells = typename Mailbox::Cells;

    [[gnu::noinline]] void deliver_from_sender(Parcel& parcel, Storage target, Mailbox& mailbox) noexcept {
        Protocol::deliver(parcel, target, mailbox);
    }

    [[gnu::noinline]] static void deliver_and_give_back(Parcel& parcel, Storage target,
                                                        Mailbox& mailbox) noexcept {
        parcel.envelope.storage.copy_to(target);
        mailbox.cells().give_back(parcel);
    }

    [[nodiscard]] static bool may_copy(const Envelope& envelope, const process::Rank& destination) noexcept {
        return envelope.storage.bytes <= limit && !destination.congested.load(std::memory_order_relaxed);
    }

    // The channel is full: a copy goes around it, while not too many are on their way. False: it does not. In
    // pieces, as all that is seldom gets a message.
    [[gnu::noinline]] static bool send_around(typename Envelope::header_type::Passed header, Storage data,
                                              typename Envelope::check_type check, process::Rank& destination,
                                              Mailbox& mailbox) noexcept {
        if (mailbox.bytes_around(destination) >= process::ranks.backlog_bytes) return false;
        Parcel* cell = mailbox.cells().take(data.bytes);
        if (cell == nullptr) return false;
        begin_copy(*cell, typename Envelope::header_type(header), check, data.bytes);
        data.gather_to(Cells::data_of(*cell));
        mailbox.cells().give_away(*cell);
        mailbox.post(destination, *cell, Cells::whole(data.bytes));
        return true;
    }

    static constexpr std::size_t limit = traits<EagerLimit>::bytes;
};

} // namespace sartor::aspects
