// The communicator: sends and receives envelopes, matches them, and keeps the queues (EPOS-MPI 4.4 to 4.6).
// Knows nothing of MPI.
#pragma once

#include <atomic>
#include <string_view>

#include "components/channel/channel.hpp"
#include "components/communicator/endpoint.hpp"
#include "components/process/scheduler/worker.hpp"

namespace sartor::communicator {

// communicator << sending starts a send, communicator >> receiving starts a receive; wait() ends them: called
// by the rank that owns the communicator. Network events are looked at in wait() and progress(), for all
// ranks that share the mailbox; accept() and arrive() are called by whoever has something for the rank, on
// its worker.
template <class Types>
class Communicator : public Endpoint<Communicator<Types>, Types> {
    using Base = Endpoint<Communicator, Types>;
    using Base::expected_, Base::flows_, Base::mailbox_, Base::protocol_, Base::unexpected_, Base::waiting_;

  public:
    static constexpr std::string_view name = "communicator";
    using typename Base::Arrival, typename Base::Check, typename Base::Envelope, typename Base::Header,
        typename Base::Mailbox, typename Base::Parcel, typename Base::Receiving, typename Base::Sending;
    using Storage = typename Envelope::storage_type;
    using Mode = typename Envelope::mode_type;

    explicit Communicator(Mailbox& mailbox) noexcept : Base(mailbox) {
        static_assert(channel::Mailbox<Mailbox, Parcel>,
                      "this machine's mailbox does not do what a communicator needs");
    }

    // The rank's program has ended: nothing is received any more, its buffers are gone.
    void end() noexcept { expected_.clear(); }

    Communicator& operator<<(Sending& sending) noexcept {
        if (send_at_once(sending.parcel.envelope, sending.mode, process::rank(sending.destination)))
            sending.complete.store(true, std::memory_order_relaxed);
        else
            protocol_.rendezvous(sending, mailbox_);
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
        return mailbox_.is_here(destination) && protocol_.send_near(envelope, mode, destination, mailbox_);
    }
    // The other part.
    [[nodiscard]] bool send_otherwise(const Envelope& envelope, Mode mode,
                                      process::Rank& destination) noexcept {
        return mailbox_.is_here(destination) ? protocol_.send_in_new(envelope, mode, destination)
                                             : protocol_.send_far(envelope, mode, destination, mailbox_);
    }
    // The rest of a blocking send that is not over at once.
    [[gnu::noinline]] void send_and_wait(Sending& sending) noexcept {
        protocol_.rendezvous(sending, mailbox_);
        wait(sending);
    }

    // A message that is here already is taken now; otherwise the receive waits in the expected queue. What
    // the mailbox holds comes later in any case.
    [[gnu::noinline]] Communicator& operator>>(Receiving& receiving) noexcept {
        begin(receiving);
        return *this;
    }
    // The same, in the middle of a frequent call.
    [[gnu::always_inline]] void begin(Receiving& receiving) noexcept {
        Parcel* parcel = this->take_unexpected(receiving.envelope.header);
        parcel != nullptr ? take(*parcel, receiving) : expected_.push(receiving);
    }

    // A blocking receive whose message is here already needs nothing that is kept for it: take_at_once()
    // finds the message, or none, receive_at_once() ends the receive.
    [[nodiscard, gnu::always_inline]] Parcel* take_at_once(const Header& expected) noexcept {
        return this->take_unexpected(expected);
    }
    [[gnu::always_inline]] void receive_at_once(Parcel& parcel, const Storage& target) noexcept {
        this->count_delivery();
        protocol_.deliver(parcel, target, mailbox_);
    }
    // Or it lies in the channel still, and comes next there.
    [[nodiscard, gnu::always_inline]] auto find_in_channel(const Header& expected) noexcept {
        using MessageInSlot = typename Mailbox::MessageInSlot;
        return expected_.first() == nullptr ? mailbox_.find_in_slots(*process::current, expected)
                                            : MessageInSlot();
    }
    // It has room for the message.
    [[gnu::always_inline]] void receive_from_channel(const auto& in_slot, const Storage& target) noexcept {
        this->count_delivery();
        in_slot.take_out(target);
    }
    // Whether the rank looks there soon, for any message: none of its receives waits, and it is about to go
    // on.
    [[nodiscard]] bool takes_next_itself(const process::Rank& self) const noexcept {
        if (expected_.first() != nullptr || !flows_.none()) return false;
        if (self.run_state.load(std::memory_order_relaxed) == process::RunState::ready) return true;
        return &self == process::current && waiting_.receiving != nullptr &&
               waiting_.receiving->is_complete();
    }
    // The rest of one whose message is not here.
    void receive_and_wait(Receiving& receiving) noexcept {
        expected_.push(receiving);
        wait_for_message(receiving);
    }

    [[gnu::always_inline]] void take(Parcel& parcel, Receiving& receiving) noexcept {
        fill(parcel.envelope.header, parcel.envelope.check, parcel.envelope.storage.bytes, receiving);
        protocol_.deliver(parcel, receiving.envelope.storage, mailbox_);
    }

    // Takes back a receive that has not been matched; false when it has.
    bool withdraw(const Receiving& receiving) noexcept {
        progress();
        return expected_.remove(receiving);
    }

    // Matches what has arrived since the last look, for this rank and others of its worker, and goes on with
    // what waited for that. False: nothing.
    bool progress() noexcept {
        const bool arrived = mailbox_.collect();
        return flows_.progress(waiting_) || arrived;
    }

    // Lets other ranks run until the condition, which others bring about, holds. What this rank takes in
    // itself does not wake it: it looks at the condition again before it waits.
    template <class Condition>
    void wait_until(Condition condition) noexcept {
        process::Backoff backoff;
        while (!condition())
            if (flows_.none() && flows_.on_main() && backoff.step_aside(*process::current))
                mailbox_.begin_turn();
            else if (!progress())
                flows_.wait(condition, backoff);
            else if (mailbox_.must_yield()) [[unlikely]]
                take_turns(condition, backoff);
    }

    // A message of another rank of this worker: false when no receive waits for it.
    bool accept(const Envelope& envelope, process::Rank& self) noexcept {
        Receiving* receiving = expected_.take(envelope.header);
        if (receiving == nullptr) return false;
        fill(envelope.header, envelope.check, envelope.storage.bytes, *receiving);
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
    void arrive(Parcel& parcel, process::Rank& self) noexcept {
        if (parcel.sender == nullptr) mailbox_.cells().adopt(parcel);
        if constexpr (Base::Protocol::revokes)
            if (!claim_or_drop(parcel)) return;
        Receiving* receiving = expected_.take(parcel.envelope.header);
        receiving != nullptr ? take(parcel, *receiving) : unexpected_.push(parcel);
        wake(self, receiving);
    }

    // A message whose data lie in the channel for the length of this call.
    void arrive(const Header& header, const Check& check, const void* data, std::size_t bytes,
                process::Rank& self) noexcept {
        const Storage storage{const_cast<void*>(data), bytes};
        Receiving* receiving = expected_.take(header);
        if (receiving == nullptr) return keep_or_give_up(header, check, storage, self);
        fill(header, check, bytes, *receiving);
        wake(self, receiving);
        storage.copy_to(receiving->envelope.storage);
    }

    void wait(const Receiving& receiving) noexcept {
        if (!receiving.is_complete()) wait_for_message(receiving);
    }
    void wait(Sending& sending) noexcept {
        this->wait_for_end_of(sending, [&] {
            if (!sending.is_complete()) protocol_.help(sending);
            return sending.is_complete();
        });
    }

  private:
    [[gnu::noinline]] void wait_for_message(const Receiving& receiving) noexcept { Base::wait(receiving); }

    // Of the rank with others of its worker, or of an operation that goes on by itself with its rank.
    template <class Condition>
    [[gnu::cold, gnu::noinline]] void take_turns(const Condition& condition,
                                                 process::Backoff& backoff) noexcept {
        mailbox_.begin_turn();
        if (!flows_.on_main()) return flows_.wait(condition, backoff);
        if (process::current->worker->is_wanted()) process::yield();
    }

    // For the receive that waits for it, if there is one. False: its sender has taken it back, it is gone.
    [[nodiscard]] bool claim_or_drop(Parcel& parcel) noexcept {
        const bool is_expected = expected_.find(parcel.envelope.header) != nullptr;
        const bool counts = is_expected ? protocol_.claim(parcel) : !this->is_taken_back(parcel);
        if (!counts) protocol_.discard(parcel, mailbox_);
        return counts;
    }

    // All of a completed receive but its data.
    void fill(const Header& header, const Check& check, std::size_t bytes, Receiving& receiving) noexcept {
        this->note(header, check, bytes, receiving);
        receiving.complete = true;
    }

    [[nodiscard]] bool keep(const Header& header, const Check& check, const Storage& data,
                            process::Rank& self) noexcept {
        Parcel* cell = mailbox_.cells().take_kept(data.bytes);
        if (cell == nullptr) [[unlikely]]
            return false;
        keep_in(*cell, header, check, data, self);
        return true;
    }
    [[nodiscard, gnu::noinline]] bool keep_in_new(Header header, Check check, Storage data,
                                                  process::Rank& self) noexcept {
        Parcel* cell = mailbox_.cells().take_new(data.bytes);
        if (cell != nullptr) keep_in(*cell, header, check, data, self);
        return cell != nullptr;
    }
    void keep_in(Parcel& cell, const Header& header, const Check& check, const Storage& data,
                 process::Rank& self) noexcept {
        protocol_.begin_copy(cell, header, check, data.bytes);
        unexpected_.push(cell);
        wake(self, nullptr);
        data.gather_to(Mailbox::Cells::data_of(cell)); // nobody looks before this returns
    }
    // There is no sender any more that could keep it.
    [[gnu::noinline]] void keep_or_give_up(const Header& header, const Check& check, const Storage& data,
                                           process::Rank& self) noexcept {
        if (keep(header, check, data, self) || keep_in_new(header.passed(), check, data, self)) [[likely]]
            return;
        process::report("no memory to keep a message of %zu bytes that nobody receives yet", data.bytes);
        process::end_run(1);
    }

    // A rank that takes in its own mail while it runs looks again anyway; one that waits for something else
    // sleeps on.
    void wake(process::Rank& self, const Receiving* received) noexcept {
        const bool waits_for_one = waiting_.receiving != nullptr || waiting_.sending != nullptr;
        const bool is_that_one = received != nullptr && received == waiting_.receiving;
        if (waits_for_one && !is_that_one && flows_.none()) return;
        const bool runs = &self == process::current &&
                          self.run_state.load(std::memory_order_relaxed) == process::RunState::running;
        if (!runs) self.worker->notify(self);
    }
};

} // namespace sartor::communicator
