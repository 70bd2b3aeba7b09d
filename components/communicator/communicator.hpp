// The communicator: sends and receives envelopes, matches them, and keeps the queues (EPOS-MPI 4.4 to 4.6).
// Knows nothing of MPI, and of the machine what its transport tells.
#pragma once

#include <atomic>
#include <string_view>

#include "components/channel/transport.hpp"
#include "components/communicator/matching.hpp"
#include "components/process/scheduler/worker.hpp"

namespace sartor::communicator {

// One for each rank, the first member of its state. communicator << sending starts a send, communicator >>
// receiving starts a receive; wait() ends them: called by the rank that owns the communicator. Network events
// are looked at in wait() and progress(), for all ranks that share the transport; accept(), keep() and
// arrive() are called by whoever has something for the rank, on its worker.
template <class Types>
class Communicator : public Matching<Types> {
    using Base = Matching<Types>;
    using Base::expected_, Base::flows_, Base::protocol_, Base::transport_, Base::unexpected_, Base::waiting_;

  public:
    using Base::is_timed;
    static constexpr std::string_view name = "communicator";
    using typename Base::Check, typename Base::Envelope, typename Base::Header, typename Base::Mode,
        typename Base::Parcel, typename Base::Protocol, typename Base::Receiving, typename Base::Sending,
        typename Base::Storage, typename Base::Transport;

    explicit Communicator(Transport& transport) noexcept : Base(transport) {
        static_assert(channel::Transport<Transport, Parcel>,
                      "this machine's transport does not do what a communicator needs");
    }

    [[nodiscard]] static Communicator& of(const process::Rank& rank) noexcept {
        return *static_cast<Communicator*>(rank.state);
    }

    // ---- sends

    Communicator& operator<<(Sending& sending) noexcept {
        const Envelope& envelope = sending.parcel.envelope;
        process::Rank& destination = process::rank(sending.destination);
        if (send_directly(envelope, sending.mode, destination) ||
            try_otherwise(envelope, sending.mode, destination))
            sending.complete.store(true, std::memory_order_relaxed);
        else
            begin(sending);
        return *this;
    }
    // A send that is over when this returns: nothing refers to its data any more. False: nothing was sent.
    [[nodiscard]] bool send_at_once(const Envelope& envelope, Mode mode,
                                    process::Rank& destination) noexcept {
        return send_directly(envelope, mode, destination) || send_otherwise(envelope, mode, destination);
    }
    // The part of it that calls nothing but a copy, which comes last: to a rank of this worker, in memory
    // that is at hand.
    [[nodiscard, gnu::always_inline]] bool send_directly(const Envelope& envelope, Mode mode,
                                                         process::Rank& destination) noexcept {
        if constexpr (is_reachable)
            return transport_.is_here(destination) &&
                   protocol_.send_near(envelope, mode, destination, transport_);
        else
            return false;
    }
    // The other part.
    [[nodiscard]] bool send_otherwise(const Envelope& envelope, Mode mode,
                                      process::Rank& destination) noexcept {
        const bool sent = try_otherwise(envelope, mode, destination);
        if (sent) this->let_time_come();
        return sent;
    }
    // The rest of a send that is not over at once,
    void begin(Sending& sending) noexcept { protocol_.rendezvous(sending, transport_); }
    // and of a blocking one.
    [[gnu::noinline]] void send_and_wait(Sending& sending) noexcept {
        if constexpr (requires { sending.transit.attended; }) sending.transit.attended = true;
        begin(sending);
        wait(sending);
    }
    void wait(Sending& sending) noexcept {
        this->wait_for_end_of(sending, [&] {
            if (!sending.is_complete()) protocol_.help(sending);
            return sending.is_complete();
        });
    }
    // Takes back a send that no receive has matched: it is complete then. False: it is too late for that.
    [[nodiscard]] bool take_back(Sending& sending) noexcept {
        this->progress();
        return protocol_.take_back(sending, transport_);
    }

    // ---- receives

    // A message that is here already is taken now; otherwise the receive waits in the expected queue. What
    // the transport holds comes later in any case.
    [[gnu::noinline]] Communicator& operator>>(Receiving& receiving) noexcept {
        begin(receiving);
        return *this;
    }
    // The same, in the middle of a frequent call.
    [[gnu::always_inline]] void begin(Receiving& receiving) noexcept {
        this->let_time_come();
        protocol_.prepare(receiving);
        if (Parcel* parcel = this->take_unexpected(receiving.envelope.header))
            return this->meet(*parcel, receiving);
        protocol_.expect(receiving, expected_.first());
        expected_.push(receiving);
    }
    void wait(const Receiving& receiving) noexcept {
        if (is_timed || !receiving.is_complete()) wait_for_message(receiving);
    }

    // A blocking receive whose message is here already needs nothing that is kept for it: take_at_once()
    // finds the message, or none, receive_at_once() ends the receive. Where that takes time it is an
    // operation as others are.
    [[nodiscard, gnu::always_inline]] Parcel* take_at_once(const Header& expected) noexcept {
        if constexpr (channel::DistantTransport<Transport>)
            return nullptr;
        else
            return this->take_unexpected(expected);
    }
    [[gnu::always_inline]] void receive_at_once(Parcel& parcel, const Storage& target) noexcept {
        this->count_delivery();
        protocol_.deliver(parcel, target, transport_);
    }
    // Or it lies in the channel still, and comes next there.
    [[nodiscard, gnu::always_inline]] auto find_in_channel(const Header& expected) noexcept
        requires(channel::PeekableTransport<Transport, Parcel> && !channel::DistantTransport<Transport>) {
        using MessageInSlot = typename Transport::MessageInSlot;
        return expected_.first() == nullptr ? transport_.find_in_slots(*process::current, expected)
                                            : MessageInSlot();
    }
    // It has room for the message.
    [[gnu::always_inline]] void receive_from_channel(const auto& in_slot, const Storage& target) noexcept {
        this->count_delivery();
        in_slot.take_out(target);
    }
    // Whether the rank reads its next message in the channel soon, whatever it is: none of its receives
    // waits, and it is about to go on.
    [[nodiscard]] bool reads_next_message(const process::Rank& self) const noexcept {
        if (expected_.first() != nullptr || !flows_.none()) return false;
        if (self.run_state.load(std::memory_order_relaxed) == process::RunState::ready) return true;
        return &self == process::current && waiting_.receiving != nullptr &&
               waiting_.receiving->is_complete();
    }
    // The rest of one whose message is not here.
    void receive_and_wait(Receiving& receiving) noexcept {
        if constexpr (channel::DistantTransport<Transport>)
            begin(receiving);
        else
            expected_.push(receiving);
        wait_for_message(receiving);
    }

    // A message that was reserved for a receive.
    void take(Parcel& reserved, Receiving& receiving) noexcept {
        protocol_.prepare(receiving);
        this->meet(reserved, receiving);
    }
    // ---- by others of this worker, and by the transport

    // A message of another rank of this worker: false when no receive waits for it.
    bool accept(const Envelope& envelope, process::Rank& self) noexcept {
        Receiving* receiving = expected_.take(envelope.header);
        if (receiving == nullptr) return false;
        this->fill(envelope.header, envelope.check, envelope.storage.bytes, *receiving);
        wake(self, receiving); // runs later, on this worker
        envelope.storage.copy_to(receiving->envelope.storage);
        return true;
    }

    // A message of another rank of this worker that no receive waits for is copied. False: no memory for
    // that at hand; or none at all.
    [[nodiscard, gnu::always_inline]] bool keep(const Envelope& envelope, process::Rank& self) noexcept {
        return keep(envelope.header, envelope.check, envelope.storage, self);
    }
    [[nodiscard]] bool keep_in_new(const Envelope& envelope, process::Rank& self) noexcept {
        return keep_in_new(envelope.header, envelope.check, envelope.storage, self);
    }

    // A message that was handed over by its address.
    [[gnu::noinline]] void arrive(Parcel& parcel, process::Rank& self) noexcept {
        const auto is_expected = [&] { return expected_.find(parcel.envelope.header) != nullptr; };
        if (!protocol_.admits(parcel, is_expected, transport_)) return;
        Receiving* receiving = expected_.take(parcel.envelope.header);
        receiving != nullptr ? this->meet(parcel, *receiving) : unexpected_.push(parcel);
        wake(self, receiving);
    }

    // A message whose data lie in the channel for the length of this call.
    void arrive(const Header& header, const Check& check, const void* data, std::size_t bytes,
                process::Rank& self) noexcept {
        const Storage storage{const_cast<void*>(data), bytes};
        Receiving* receiving = expected_.take(header);
        if (receiving == nullptr) return keep_or_give_up(header, check, storage, self);
        this->fill(header, check, bytes, *receiving);
        wake(self, receiving);
        storage.copy_to(receiving->envelope.storage);
    }

  private:
    static constexpr bool is_reachable = channel::ReachableTransport<Transport>;

    [[nodiscard]] bool try_otherwise(const Envelope& envelope, Mode mode,
                                     process::Rank& destination) noexcept {
        this->let_time_come();
        if constexpr (is_reachable)
            if (transport_.is_here(destination))
                return protocol_.send_in_new(envelope, mode, destination, transport_);
        return protocol_.send_far(envelope, mode, destination, transport_);
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
        wake(self, nullptr);
        data.gather_to(Transport::Cells::data_of(cell)); // nobody looks before this returns
    }
    // There is no sender any more that could keep it.
    [[gnu::noinline]] void keep_or_give_up(const Header& header, const Check& check, const Storage& data,
                                           process::Rank& self) noexcept {
        if (keep(header, check, data, self) || keep_in_new(header.passed(), check, data, self)) [[likely]]
            return;
        process::report("no memory to keep a message of %zu bytes that nobody receives yet", data.bytes);
        process::end_run(1);
    }

    // A rank that takes in its own messages while it runs looks again anyway; one that waits for something
    // else sleeps on. Where time passes, whatever completes a receive wakes its rank then.
    void wake(process::Rank& self, const Receiving* received) noexcept {
        const bool waits_for_one = waiting_.receiving != nullptr || waiting_.sending != nullptr;
        if constexpr (is_timed) {
            if (received == nullptr && !waits_for_one) Transport::wake_at_once(self);
        } else {
            const bool is_that_one = received != nullptr && received == waiting_.receiving;
            if (waits_for_one && !is_that_one && flows_.none()) return;
            const bool runs = &self == process::current &&
                              self.run_state.load(std::memory_order_relaxed) == process::RunState::running;
            if (!runs) self.worker->notify(self);
        }
    }
};

} // namespace sartor::communicator
