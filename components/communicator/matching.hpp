// The queues of a rank and what stands in them: receives that wait, messages that nobody has received yet,
// and how the two meet (EPOS-MPI 4.4 to 4.6).
#pragma once

#include "components/communicator/operation.hpp"
#include "components/communicator/progress.hpp"

namespace sartor::communicator {

// Of one rank. `Types` names what Progress needs, and Parcel, Protocol, Expected and Unexpected.
template <class Types>
class Matching : public Progress<Types> {
    using Base = Progress<Types>;

  public:
    using typename Base::Receiving, typename Base::Sending, typename Base::Transport;
    using Parcel = typename Types::Parcel;
    using Protocol = typename Types::Protocol;
    using Envelope = typename Parcel::envelope_type;
    using Header = typename Envelope::header_type;
    using Check = typename Envelope::check_type;
    using Storage = typename Envelope::storage_type;
    using Mode = typename Envelope::mode_type;
    using Arrival = communicator::Arrival<Envelope>;

    // For the transport, which finds the two ends of a message.
    [[nodiscard]] Protocol& protocol() noexcept { return protocol_; }

    // The rank's program has ended: nothing is received any more, its buffers are gone.
    void end() noexcept {
        while (const Receiving* receiving = expected_.first()) {
            expected_.remove(*receiving);
            protocol_.give_up(*receiving);
        }
    }
    // Drops messages that were never received. After all ranks have ended, while all their memory is still
    // there.
    void close() noexcept {
        while (Parcel* parcel = unexpected_.take_first()) protocol_.discard(*parcel, transport_);
    }

    // Takes back a receive that has not been matched; false when it has.
    bool withdraw(const Receiving& receiving) noexcept {
        this->progress();
        const bool waits = expected_.remove(receiving);
        if (waits) protocol_.give_up(receiving);
        return waits;
    }

    // The oldest message here that a receive with this header would match; null when there is none.
    [[nodiscard]] const Parcel* find(const Header& expected) noexcept {
        this->progress();
        if constexpr (Protocol::revokes)
            return unexpected_.find(expected, &Protocol::is_taken_back, dropping());
        else
            return unexpected_.find(expected);
    }
    // The same, reserved for take(): no receive can match it any more.
    [[nodiscard]] Parcel* reserve(const Header& expected) noexcept {
        this->progress();
        return take_unexpected(expected);
    }
    // For reports: the messages that nobody has received.
    template <class Visit>
    void for_each_unreceived(Visit visit) const {
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next)
            if (!Protocol::is_taken_back(*parcel)) visit(parcel->envelope);
    }

    // A match that was made at the sender: what the receive, which waits, learns of the message.
    void match(const Envelope& envelope, Receiving& receiving) noexcept {
        expected_.remove(receiving);
        note(envelope.header, envelope.check, envelope.storage.bytes, receiving);
    }

    // A message that its sender has taken back. False: it is not here.
    bool drop(Parcel& parcel) noexcept {
        return drop_first([&](const Parcel& one) { return &one == &parcel; });
    }
    template <class Condition>
    bool drop_first(Condition condition) noexcept {
        Parcel* parcel = unexpected_.take_first(condition);
        if (parcel != nullptr) protocol_.discard(*parcel, transport_);
        return parcel != nullptr;
    }

  protected:
    using Base::transport_;

    explicit Matching(Transport& transport) noexcept : Base(transport) {}

    // The oldest message here that a receive with this header matches, for that receive; null when there is
    // none.
    [[nodiscard]] Parcel* take_unexpected(const Header& expected) noexcept {
        if constexpr (Protocol::revokes)
            return unexpected_.take(expected, &Protocol::is_taken_back, dropping(), &Protocol::claim);
        else
            return unexpected_.take(expected);
    }

    // A message and its receive have met.
    [[gnu::always_inline]] void meet(Parcel& parcel, Receiving& receiving) noexcept {
        note(parcel.envelope.header, parcel.envelope.check, parcel.envelope.storage.bytes, receiving);
        if (protocol_.clear(parcel, receiving, transport_)) return;
        receiving.complete = true;
        protocol_.deliver(parcel, receiving.envelope.storage, transport_);
    }

    // What a receive learns of the message that it has met.
    void note(const Header& header, const Check& check, std::size_t bytes, Receiving& receiving) noexcept {
        receiving.sent_bytes = bytes;
        receiving.envelope.header.learn(header);
        receiving.arrived = check;
        this->count_delivery();
    }
    // All of a completed receive but its data.
    void fill(const Header& header, const Check& check, std::size_t bytes, Receiving& receiving) noexcept {
        note(header, check, bytes, receiving);
        receiving.complete = true;
    }

    [[no_unique_address]] Protocol protocol_;
    typename Types::Expected expected_;
    typename Types::Unexpected unexpected_;

  private:
    [[nodiscard]] auto dropping() noexcept {
        return [this](Parcel& parcel) { protocol_.discard(parcel, transport_); };
    }
};

} // namespace sartor::communicator
