// The queues of a rank: posted receives that wait for messages, messages that were not received yet, and
// how a message and a receive meet (EPOS-MPI 4.4 to 4.6).
#pragma once

#include "components/communicator/direct_copy.hpp"
#include "components/communicator/operation.hpp"
#include "components/communicator/progress.hpp"

namespace sartor::communicator {

// For one rank, on its worker alone. `Types` names what Progress needs, and Parcel, Protocol, Expected (a
// queue of posted receives), Unexpected (a queue of messages).
//
// A search takes time proportional to the length of its queue. Neither needs memory: parcels and receives
// are linked.
template <class Types>
class Matching : public Progress<Types> {
    using Base = Progress<Types>;

  public:
    using typename Base::Receiving, typename Base::Sending, typename Base::Transport;
    using Parcel = typename Types::Parcel;
    using Protocol = typename Types::Protocol;
    static_assert(communicator::Protocol<Protocol>,
                  "a protocol has all functions of communicator/direct_copy.hpp: an aspect over it inherits "
                  "those that it does not change");
    using Envelope = typename Parcel::envelope_type;
    using Header = typename Envelope::header_type;
    using Check = typename Envelope::check_type;
    using Storage = typename Envelope::storage_type;
    using Mode = typename Envelope::mode_type;
    using Arrival = communicator::Arrival<Envelope>;
    static constexpr bool chooses = false; // whether a schedule matches: see choosing.hpp
    static constexpr bool matches_at_once = true;

    // The protocol of this rank, for the transport.
    [[nodiscard]] Protocol& protocol() noexcept { return protocol_; }

    // The rank's program has ended and its buffers are gone: posted receives are withdrawn.
    void end() noexcept {
        while (const Receiving* receiving = expected_.first()) {
            expected_.remove(*receiving);
            protocol_.give_up(*receiving);
        }
    }
    // Drops messages that were never received. Called after all ranks have ended, while the memory of all of
    // them still exists.
    void close() noexcept {
        while (Parcel* parcel = unexpected_.take_first()) protocol_.discard(*parcel, transport_);
    }

    // Ends posted receives that can't complete: cause_of(receiving) says why, or Cause::none. False: there
    // was none.
    template <class CauseOf>
    bool end_receives(CauseOf cause_of) noexcept {
        using process::failures::Cause;
        bool any = false;
        const auto is_hopeless = [&](const Receiving& one) { return cause_of(one) != Cause::none; };
        while (Receiving* receiving = expected_.take_if(is_hopeless)) {
            protocol_.give_up(*receiving);
            receiving->sent_bytes = process::failures::bytes_for(cause_of(*receiving));
            receiving->complete = true;
            any = true;
        }
        return any;
    }
    // Ends messages under way between processes: see aspects/failures.hpp.
    template <class HasFailed>
    bool end_transfers(HasFailed has_failed) noexcept {
        return protocol_.end_transfers(has_failed);
    }
    // Refuses messages that will not be received, for this cause: those for which condition(envelope) holds.
    template <class Condition>
    void refuse_messages(process::failures::Cause cause, Condition condition) noexcept {
        const auto is_refused = [&](const Parcel& one) { return condition(one.envelope); };
        while (Parcel* parcel = observer_.taken(unexpected_.take_first(is_refused)))
            protocol_.refuse(*parcel, cause, transport_);
    }

    // Withdraws a posted receive that no message has matched. False: one has, or the receive was never
    // posted.
    bool withdraw(const Receiving& receiving) noexcept {
        this->progress();
        const bool waits = expected_.remove(receiving);
        if (waits) protocol_.give_up(receiving);
        return waits;
    }

    // The oldest message that has arrived and that a receive with this header would match; null when there is
    // none. Collects from the transport first (MPI-5.0 section 3.8.1, MPI_Iprobe). The message remains in its
    // queue; it is valid until the rank receives or waits.
    [[nodiscard]] const Parcel* find(const Header& expected) noexcept {
        const int known_failures = this->failures_.known();
        this->progress();
        return this->failures_.found(find_unexpected(expected), expected, known_failures);
    }
    // The same for MPI_Mprobe (MPI-5.0 section 3.8.2): the message is taken out of the queue and given to
    // Communicator::take() later. No other receive can match it.
    [[nodiscard]] Parcel* reserve(const Header& expected) noexcept {
        const int known_failures = this->failures_.known();
        this->progress();
        return this->failures_.found(take_unexpected(expected), expected, known_failures);
    }
    // The same for a rank that does not wait for the message.
    [[nodiscard, gnu::always_inline]] const Parcel* find_now(const Header& expected) noexcept {
        return find(expected);
    }
    [[nodiscard, gnu::always_inline]] Parcel* reserve_now(const Header& expected) noexcept {
        return reserve(expected);
    }

    // Calls visit(envelope) for each message that was not received, the oldest first; for reports.
    template <class Visit>
    void for_each_unreceived(Visit visit) const {
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next)
            if (!Protocol::is_taken_back(*parcel)) visit(parcel->envelope);
    }

    // How many messages that were not received have data in a cell. O(messages).
    [[nodiscard]] std::size_t cells_in_use() const noexcept {
        std::size_t count = 0;
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next)
            count += parcel->is_cell() ? 1 : 0;
        return count;
    }

    // How many receives wait for a message. O(receives).
    [[nodiscard]] std::size_t posted_receives() const noexcept {
        std::size_t count = 0;
        for (const Receiving* one = expected_.first(); one != nullptr; ++count)
            if constexpr (Types::Expected::holds_several)
                one = one->next;
            else
                one = nullptr;
        return count;
    }

    // For the transport, when the sender has found the posted receive that its message matches: takes that
    // receive out of the queue and writes into it what it learns of the message. It is not complete yet.
    void match(const Envelope& envelope, Receiving& receiving) noexcept {
        expected_.remove(receiving);
        note(envelope.header, envelope.check, envelope.storage.bytes, receiving);
    }

    // Of receives that are watched: those whose data have come in the call that the rank is in.
    [[nodiscard]] auto& filling() noexcept { return of_rank_; }

    // Discards a message of this queue that its sender has cancelled. False: it is not in the queue.
    bool drop(Parcel& parcel) noexcept {
        return drop_first([&](const Parcel& one) { return &one == &parcel; });
    }
    // The same for the oldest message for which condition(parcel) holds.
    template <class Condition>
    bool drop_first(Condition condition) noexcept {
        Parcel* parcel = observer_.taken(unexpected_.take_first(condition));
        if (parcel != nullptr) protocol_.discard(*parcel, transport_);
        return parcel != nullptr;
    }

  protected:
    using Base::observer_;
    using Base::transport_;

    explicit Matching(Transport& transport) noexcept : Base(transport) {}

    // The oldest message of the unexpected queue that a receive with this header matches; null when there is
    // none. Messages that were cancelled by their senders are dropped on the way.
    [[nodiscard]] const Parcel* find_unexpected(const Header& expected) noexcept {
        if (this->failures_.are_refused(expected)) return nullptr;
        if constexpr (Protocol::revokes)
            return unexpected_.find(expected, &Protocol::is_taken_back, dropping());
        else
            return unexpected_.find(expected);
    }
    // The same, taken out of the queue.
    [[nodiscard]] Parcel* take_unexpected(const Header& expected) noexcept {
        if (this->failures_.are_refused(expected)) return nullptr;
        if constexpr (Protocol::revokes)
            return observer_.taken(
                unexpected_.take(expected, &Protocol::is_taken_back, dropping(), &Protocol::claim));
        else
            return observer_.taken(unexpected_.take(expected));
    }

    // A receive starts: it takes the oldest message that matches, or is posted.
    [[gnu::always_inline]] void match_or_post(Receiving& receiving) noexcept {
        if (Parcel* parcel = take_unexpected(receiving.envelope.header)) return meet(*parcel, receiving);
        if (is_refused(receiving)) return;
        protocol_.expect(receiving, expected_.first());
        expected_.push(receiving);
    }
    // A receive on a communicator that was revoked ends at once: if it were posted, a message that is on its
    // way could complete it.
    [[nodiscard, gnu::always_inline]] bool is_refused(Receiving& receiving) noexcept {
        if (!this->failures_.are_refused(receiving.envelope.header)) [[likely]]
            return false;
        receiving.sent_bytes = process::failures::bytes_for(process::failures::Cause::revoked);
        receiving.complete = true;
        return true;
    }
    // The posted receive that a message with this header matches.
    [[nodiscard, gnu::always_inline]] Receiving* take_expected(const Header& header) noexcept {
        return expected_.take(header);
    }
    [[nodiscard]] bool is_expected(const Header& header) const noexcept {
        return expected_.find(header) != nullptr;
    }
    // A message has come into the unexpected queue of a rank, with its data.
    static constexpr void note_arrival(Parcel&, process::Rank&) noexcept {}

    // Moves a message to the receive that it has met. The receive is complete when this returns, unless the
    // protocol's clear() completes it later.
    [[gnu::always_inline]] void meet(Parcel& parcel, Receiving& receiving) noexcept {
        note(parcel.envelope.header, parcel.envelope.check, parcel.envelope.storage.bytes, receiving);
        if (protocol_.clear(parcel, receiving, transport_)) return;
        receiving.complete = true;
        protocol_.deliver(parcel, receiving.envelope.storage, transport_);
    }

    // Writes into a receive what is known of its message: length, header, type of the data.
    // In place where receives are watched, which is more than the compiler would inline by itself.
    [[gnu::always_inline]] void note(const Header& header, const Check& check, std::size_t bytes,
                                     Receiving& receiving) noexcept {
        if constexpr (requires { receiving.transit.watch; }) {
            receiving.transit.watch.message_comes(receiving, of_rank_);
            note_in_place(header, check, bytes, receiving);
        } else {
            note_unwatched(header, check, bytes, receiving);
        }
    }
    void note_unwatched(const Header& header, const Check& check, std::size_t bytes,
                        Receiving& receiving) noexcept {
        note_in_place(header, check, bytes, receiving);
    }
    [[gnu::always_inline]] void note_in_place(const Header& header, const Check& check, std::size_t bytes,
                                              Receiving& receiving) noexcept {
        receiving.sent_bytes = bytes;
        receiving.envelope.header.learn(header);
        receiving.arrived = check;
        this->count_delivery(header, check, bytes);
    }
    // The same for a receive that is complete but for its data, which the caller copies.
    // By value: otherwise the message that a send puts together would be kept in memory.
    void fill(Header header, Check check, std::size_t bytes, Receiving& receiving) noexcept {
        note(header, check, bytes, receiving);
        receiving.complete = true;
    }

    [[no_unique_address]] Protocol protocol_;
    typename Types::Expected expected_;
    typename Types::Unexpected unexpected_;

  private:
    [[no_unique_address]] typename TransitOfRank<typename Types::Transit>::type of_rank_;

    [[nodiscard]] auto dropping() noexcept {
        return [this](Parcel& parcel) { protocol_.discard(parcel, transport_); };
    }
};

} // namespace sartor::communicator
