// The communicator: it sends and receives envelopes, matches them, and keeps the queues (EPOS-MPI 4.4 to
// 4.6). It depends neither on MPI nor on the machine, but on the concept channel::Transport.
#pragma once

#include <atomic>
#include <string_view>

#include "components/communicator/choosing.hpp"
#include "components/communicator/matching.hpp"
#include "runtime/scheduler/worker.hpp"
#include "transports/transport.hpp"

namespace sartor::communicator {

// The state of a rank that has a communicator and nothing else.
template <class Communicator>
struct Alone {
    Communicator communicator;
};

// The queues and who matches what is in them.
template <class Types>
using matching_of = std::conditional_t<Types::Unexpected::chooses, ChosenMatching<Types>, Matching<Types>>;

// One for each rank. `Types` names what Matching needs, and State, the rank's state, of which this is the
// member `communicator`; selection/configuration.hpp makes it.
//
// `communicator << sending` starts a send, `communicator >> receiving` starts a receive, wait() returns when
// one is complete. Only the rank that owns the communicator calls these. The operation and its data must be
// kept until it is complete: the queues link operations, they copy none.
//
// accept(), keep() and arrive() are called by those who deliver a message to the rank. They run on its
// worker, so no queue is used by two threads at once. Messages that the transport holds come into the queues
// when a rank of the worker calls progress() or what calls it: wait(), find(), take_back().
//
// No function reports an error. Where memory is missing a send waits for its receiver instead of being
// copied. Where no sender can wait any more the run ends.
template <class Types>
class Communicator : public matching_of<Types> {
    using Base = matching_of<Types>;
    using Base::expected_, Base::flows_, Base::observer_, Base::protocol_, Base::transport_,
        Base::unexpected_, Base::waiting_;

  public:
    using Base::chooses, Base::is_timed;
    static constexpr std::string_view name = "communicator";
    using typename Base::Check, typename Base::Envelope, typename Base::Header, typename Base::Mode,
        typename Base::Parcel, typename Base::Protocol, typename Base::Receiving, typename Base::Sending,
        typename Base::Storage, typename Base::Transport;

    // The transport must outlive the communicator.
    explicit Communicator(Transport& transport) noexcept : Base(transport) {
        static_assert(channel::Transport<Transport, Parcel>,
                      "this machine's transport does not do what a communicator needs");
    }

    // The communicator of any rank of this process that has its state.
    [[nodiscard]] static Communicator& of(const process::Rank& rank) noexcept {
        return process::state_of<typename Types::State>(rank).communicator;
    }

    // ---- sends

    // Requires: parcel.envelope, mode, destination and owner are set. Complete at once where the message can
    // be copied or a posted receive takes it; otherwise the send waits for its receiver, see begin().
    Communicator& operator<<(Sending& sending) noexcept {
        send(sending);
        return *this;
    }
    // The same, inlined.
    [[gnu::always_inline]] void send(Sending& sending) noexcept {
        observer_.date(sending.parcel.envelope.check);
        const Envelope& envelope = sending.parcel.envelope;
        process::Rank& destination = process::rank(sending.destination);
        if (send_directly(envelope, sending.mode, destination) ||
            try_otherwise(envelope, sending.mode, destination))
            sending.complete.store(true, std::memory_order_relaxed);
        else
            begin(sending);
    }
    // The same in synchronous mode, in which the protocols leave to its receiver what no posted receive
    // takes. In place for programs built with --checked, whose sends in standard mode come here.
    [[gnu::always_inline]] void send_synchronously(Sending& sending, process::Rank& destination) noexcept {
        if constexpr (!searched_when_near) {
            send(sending);
        } else {
            observer_.date(sending.parcel.envelope.check);
            const Envelope& envelope = sending.parcel.envelope;
            if (transport_.is_here(destination) &&
                observer_.sent_if(of(destination).accept_in_place(envelope, destination), envelope,
                                  destination))
                sending.complete.store(true, std::memory_order_relaxed);
            else
                begin_in_place(sending, destination);
        }
    }
    // A send without a Sending: when it succeeds nothing refers to its data any more. False: nothing was
    // sent, and the caller goes on with begin() or send_and_wait().
    [[nodiscard]] bool send_at_once(const Envelope& envelope, Mode mode,
                                    process::Rank& destination) noexcept {
        return send_directly(envelope, mode, destination) || send_otherwise(envelope, mode, destination);
    }
    // The first part of send_at_once(), for a frequent call: to a rank of this worker, by a receive that is
    // posted there or into a cell that is kept for reuse. The copy is the last thing that it calls. False:
    // nothing was sent.
    [[nodiscard, gnu::always_inline]] bool send_directly(const Envelope& envelope, Mode mode,
                                                         process::Rank& destination) noexcept {
        if constexpr (is_reachable)
            return transport_.is_here(destination) && send_near(envelope, mode, destination);
        else
            return false;
    }
    // The second part, after send_directly() returned false: to ranks elsewhere, or with memory from the
    // system. False: nothing was sent.
    [[nodiscard]] bool send_otherwise(const Envelope& envelope, Mode mode,
                                      process::Rank& destination) noexcept {
        const bool sent = try_otherwise(envelope, mode, destination);
        if (sent) this->let_time_come();
        return sent;
    }
    // Starts a send that could not be completed at once; its receiver completes it. Requires what << does,
    // and that send_directly() has been tried in vain.
    void begin(Sending& sending) noexcept { begin_in_place(sending, process::rank(sending.destination)); }
    // The same, inlined, with the rank of that number.
    [[gnu::always_inline]] void begin_in_place(Sending& sending, process::Rank& destination) noexcept {
        observer_.sent_later(sending.parcel.envelope, destination);
        protocol_.rendezvous(sending, destination, transport_);
    }
    // begin() and wait().
    [[gnu::noinline]] void send_and_wait(Sending& sending) noexcept {
        if constexpr (requires { sending.transit.attended; }) sending.transit.attended = true;
        begin(sending);
        wait(sending);
    }
    // Returns when the send is complete. A rank that waits may do a part of the copy itself
    // (aspects/split_copy.hpp).
    void wait(Sending& sending) noexcept {
        this->wait_for_end_of(sending, [&] {
            if (!sending.is_complete()) protocol_.help(sending);
            return sending.is_complete();
        });
    }
    // Cancels a send that no receive has matched (MPI-5.0 section 3.8.4): it is complete then. False: it is
    // matched, was copied when it was sent, or the program has no cancellation; it completes as usual.
    [[nodiscard]] bool take_back(Sending& sending) noexcept {
        this->progress();
        return protocol_.take_back(sending, transport_);
    }

    // ---- receives

    // Starts a receive: requires that envelope and source are set. The oldest matching message of the
    // unexpected queue is taken now (MPI-5.0 section 3.5: messages of one sender don't overtake each other).
    // If there is none the receive is posted to the expected queue. Messages that the transport still holds
    // are matched later.
    [[gnu::noinline]] Communicator& operator>>(Receiving& receiving) noexcept {
        begin(receiving);
        return *this;
    }
    // The same, inlined.
    [[gnu::always_inline]] void begin(Receiving& receiving) noexcept {
        this->let_time_come();
        protocol_.prepare(receiving);
        this->match_or_post(receiving);
    }
    // Returns when the receive is complete.
    void wait(const Receiving& receiving) noexcept {
        if (is_timed || !receiving.is_complete()) wait_for_message(receiving);
    }

    // A blocking receive without a Receiving. take_at_once() takes the oldest matching message out of the
    // unexpected queue, or returns null; receive_at_once() then copies its data, as many as fit, and ends
    // the message. On transports with a handshake take_at_once() always returns null: there a receive is an
    // operation like others.
    [[nodiscard, gnu::always_inline]] Parcel* take_at_once(const Header& expected) noexcept {
        if constexpr (channel::DistantTransport<Transport> || !Base::matches_at_once)
            return nullptr;
        else
            return this->take_unexpected(expected);
    }
    [[gnu::always_inline]] void receive_at_once(Parcel& parcel, const Storage& target) noexcept {
        const Envelope& envelope = parcel.envelope;
        this->count_delivery(envelope.header, envelope.check, envelope.storage.bytes);
        protocol_.deliver(parcel, target, transport_);
    }
    // The message that comes next in the channel, if it is there and matches; an empty object if not, or
    // while other receives are posted. Of use only after take_at_once() found nothing: messages of the
    // unexpected queue are older. After a failure the queue gets it.
    [[nodiscard, gnu::always_inline]] auto find_in_channel(const Header& expected) noexcept
        requires(channel::PeekableTransport<Transport, Parcel> && !channel::DistantTransport<Transport>) {
        using MessageInSlot = typename Transport::MessageInSlot;
        return expected_.first() == nullptr && !this->failures_.any()
                   ? transport_.find_in_slots(*process::current, expected)
                   : MessageInSlot();
    }
    // Takes a message that find_in_channel() found. Requires that `target` has room for all of it, and that
    // nothing else was done with the channel in between.
    [[gnu::always_inline]] void receive_from_channel(const auto& in_slot, const Storage& target) noexcept {
        if constexpr (Types::Observer::counts_messages)
            this->count_delivery(in_slot.header(), in_slot.check(), in_slot.bytes());
        else
            this->count_delivery();
        in_slot.take_out(target);
    }
    // Whether this rank will soon take its next message out of the channel by itself, so that the transport
    // leaves short ones there: it has no posted receives and no operations under way, and it is ready to
    // run, or it runs and what it waits for is complete. Not where others of its threads may call next.
    [[nodiscard]] bool reads_next_message(const process::Rank& self) const noexcept {
        if (Types::Callers::many || this->failures_.any() || expected_.first() != nullptr || !flows_.none())
            return false;
        if (self.run_state.load(std::memory_order_relaxed) == process::RunState::ready) return true;
        if (&self != process::current) return false;
        if constexpr (Mode::is_chosen)
            if (waiting_.sending != nullptr) return waiting_.sending->is_complete();
        return waiting_.receiving != nullptr && waiting_.receiving->is_complete();
    }
    // The rest of a blocking receive for which neither take_at_once() nor find_in_channel() gave a message.
    // Returns when it is complete.
    void receive_and_wait(Receiving& receiving) noexcept {
        if constexpr (channel::DistantTransport<Transport> || !Base::matches_at_once)
            begin(receiving);
        else if (!this->is_refused(receiving))
            expected_.push(receiving);
        wait_for_message(receiving);
    }

    // Starts a receive of the message that reserve() gave, which the caller does not use afterwards. It is
    // complete at once but for messages with a handshake.
    void take(Parcel& reserved, Receiving& receiving) noexcept {
        protocol_.prepare(receiving);
        this->meet(reserved, receiving);
    }
    // ---- by others of this worker, and by the transport

    // A message whose data may be gone when this returns. If a posted receive matches, the data are copied,
    // that receive is complete, and this rank is woken. False: none matches; nothing has happened.
    bool accept(const Envelope& envelope, process::Rank& self) noexcept {
        return accept_in_place(envelope, self);
    }
    // The same, inlined.
    [[gnu::always_inline]] bool accept_in_place(const Envelope& envelope, process::Rank& self) noexcept {
        Receiving* receiving = this->take_expected(envelope.header);
        if (receiving == nullptr) return false;
        this->fill(envelope.header, envelope.check, envelope.storage.bytes, *receiving);
        wake(self, receiving); // the rank runs later, on this worker: before that the data are there
        envelope.storage.copy_to(receiving->envelope.storage);
        return true;
    }

    // For the transport: ends the send of a parcel whose data were accepted, in the sender's memory.
    static void end_send(Parcel& parcel) noexcept requires(Mode::is_chosen) { Protocol::end_send(parcel); }
    // A send of this rank to another worker is complete: its receiver says so.
    void complete(Sending& sending, process::Rank& self) noexcept requires(Mode::is_chosen) {
        sending.complete.store(true, std::memory_order_relaxed);
        wake_for(&sending == waiting_.sending, self);
    }

    // Whether senders of this worker have tried accept() before they wait for their receiver, and no receive
    // can have been posted since. Asked with --checked alone: other programs wait seldom.
    static constexpr bool searched_when_near =
        Check::compares && channel::ReachableTransport<Transport> && !is_timed && !chooses;
    // The message of such a sender: it joins the unexpected queue, or is dropped if it was cancelled.
    [[gnu::always_inline]] void queue(Parcel& parcel, process::Rank& self) noexcept {
        if (!protocol_.admits(
                parcel, [] { return false; }, transport_))
            return;
        observer_.kept(parcel.envelope.header, parcel.envelope.storage.bytes);
        unexpected_.push(parcel);
        wake(self, nullptr);
    }

    // A message of another rank of this worker, for which accept() found no receive: it is copied into a
    // cell of the unexpected queue. False: nothing was copied; keep() has no cell for reuse, keep_in_new()
    // got no memory from the system.
    [[nodiscard, gnu::always_inline]] bool keep(const Envelope& envelope, process::Rank& self) noexcept {
        return keep(envelope.header, envelope.check, envelope.storage, self);
    }
    [[nodiscard]] bool keep_in_new(const Envelope& envelope, process::Rank& self) noexcept {
        return keep_in_new(envelope.header, envelope.check, envelope.storage, self);
    }

    // A message that was delivered by address, with its sender's data or a copy in a cell. It meets its
    // receive, joins the unexpected queue, or is dropped if it was cancelled.
    [[gnu::noinline]] void arrive(Parcel& parcel, process::Rank& self) noexcept {
        const auto is_expected = [&] { return this->is_expected(parcel.envelope.header); };
        if (!protocol_.admits(parcel, is_expected, transport_)) return;
        Receiving* receiving = this->take_expected(parcel.envelope.header);
        if (receiving == nullptr) observer_.kept(parcel.envelope.header, parcel.envelope.storage.bytes);
        receiving != nullptr ? this->meet(parcel, *receiving) : unexpected_.push(parcel);
        if (receiving == nullptr) this->note_arrival(parcel, self);
        wake(self, receiving);
    }

    // A message whose data are in the channel's memory and may be overwritten when this returns: copied to a
    // posted receive or into a cell. Without memory for a cell the run ends with a report and exit code 1.
    void arrive(const Header& header, const Check& check, const void* data, std::size_t bytes,
                process::Rank& self) noexcept {
        const Storage storage{const_cast<void*>(data), bytes};
        Receiving* receiving = this->take_expected(header);
        if (receiving == nullptr) return keep_or_give_up(header, check, storage, self);
        this->fill(header, check, bytes, *receiving);
        wake(self, receiving);
        storage.copy_to(receiving->envelope.storage);
    }

  private:
    static constexpr bool is_reachable = channel::ReachableTransport<Transport>;

    [[nodiscard, gnu::always_inline]] bool send_near(const Envelope& envelope, Mode mode,
                                                     process::Rank& destination) noexcept {
        return observer_.sent_if(protocol_.send_near(envelope, mode, destination, transport_), envelope,
                                 destination);
    }

    [[nodiscard]] bool try_otherwise(const Envelope& envelope, Mode mode,
                                     process::Rank& destination) noexcept {
        this->let_time_come();
        if constexpr (is_reachable)
            if (transport_.is_here(destination))
                return observer_.sent_if(protocol_.send_in_new(envelope, mode, destination, transport_),
                                         envelope, destination);
        return observer_.sent_if(protocol_.send_far(envelope, mode, destination, transport_), envelope,
                                 destination);
    }

    [[gnu::noinline]] void wait_for_message(const Receiving& receiving) noexcept {
        this->wait_for(receiving);
    }

    [[nodiscard]] bool keep(const Header& header, const Check& check, const Storage& data,
                            process::Rank& self) noexcept {
        Parcel* cell = transport_.cells().take_kept(data.bytes);
        if (cell == nullptr) [[unlikely]]
            return false;
        keep_in(*cell, header, check, data, self);
        return true;
    }
    [[nodiscard, gnu::noinline]] bool keep_in_new(Header header, Check check, Storage data,
                                                  process::Rank& self) noexcept {
        Parcel* cell = transport_.cells().take_new(data.bytes);
        if (cell != nullptr) keep_in(*cell, header, check, data, self);
        return cell != nullptr;
    }
    void keep_in(Parcel& cell, const Header& header, const Check& check, const Storage& data,
                 process::Rank& self) noexcept {
        Transport::Cells::begin_copy(cell, header, check, data.bytes);
        unexpected_.push(cell);
        observer_.kept(header, data.bytes);
        wake(self, nullptr);
        data.gather_to(Transport::Cells::data_of(cell)); // no rank reads them before this returns
        this->note_arrival(cell, self);
    }
    // Its sender has completed and can't keep the message any longer.
    [[gnu::noinline]] void keep_or_give_up(const Header& header, const Check& check, const Storage& data,
                                           process::Rank& self) noexcept {
        if (keep(header, check, data, self) || keep_in_new(header.passed(), check, data, self)) [[likely]]
            return;
        process::report("no memory to store an unexpected message of %zu bytes", data.bytes);
        process::end_run(1);
    }

    // A rank that runs tests its conditions again anyway and needs no wake-up; nor does one without
    // operations under way that waits for another send or receive than the one complete now. On a machine
    // with virtual time whatever completes a receive wakes its rank at that time.
    void wake(process::Rank& self, const Receiving* received) noexcept {
        if constexpr (is_timed) {
            const bool waits_for_one = waiting_.receiving != nullptr || waiting_.sending != nullptr;
            if (received == nullptr && !waits_for_one) Transport::wake_at_once(self);
        } else {
            wake_for(received != nullptr && received == waiting_.receiving, self);
        }
    }
    // `is_awaited`: what is complete is what the rank waits for.
    void wake_for(bool is_awaited, process::Rank& self) noexcept {
        if constexpr (!is_timed) {
            const bool waits_for_one = waiting_.receiving != nullptr || waiting_.sending != nullptr;
            if (waits_for_one && !is_awaited && flows_.none()) return;
            const bool runs = &self == process::current &&
                              self.run_state.load(std::memory_order_relaxed) == process::RunState::running;
            if (!runs) self.worker->notify(self);
        }
    }
};

} // namespace sartor::communicator
