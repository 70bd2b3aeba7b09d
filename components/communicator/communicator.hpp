// The communicator: sends and receives envelopes, matches them, and keeps the queues (EPOS-MPI 4.4 to 4.6).
// Knows nothing of MPI.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "components/channel/channel.hpp"
#include "components/communicator/flows.hpp"
#include "components/communicator/operation.hpp"
#include "components/process/process.hpp"
#include "components/process/worker.hpp"

namespace sartor::communicator {

// One for each rank. `Types` names Sending, Receiving, Parcel, Mailbox, Expected, Unexpected and Protocol.
//
// communicator << sending starts a send, communicator >> receiving starts a receive; wait() ends them: called
// by the rank that owns the communicator. Network events are looked at in wait() and progress(), for all
// ranks that share the mailbox; accept() and arrive() are called by whoever has something for the rank, on
// its worker.
template <class Types>
class Communicator {
  public:
    static constexpr std::string_view name = "communicator";
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Parcel = typename Types::Parcel;
    using Mailbox = typename Types::Mailbox;
    using Header = typename Receiving::Header;
    using Check = typename Parcel::envelope_type::check_type;
    using Storage = typename Parcel::envelope_type::storage_type;

    // The first member of a rank's state: that is how it is found.
    [[nodiscard]] static Communicator& of(const process::Rank& rank) noexcept {
        return *static_cast<Communicator*>(rank.state);
    }

    explicit Communicator(Mailbox& mailbox) noexcept : mailbox_(mailbox) {
        static_assert(channel::Mailbox<Mailbox, Parcel>,
                      "this machine's mailbox does not do what a communicator needs");
    }

    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;

    // The rank's program has ended: nothing is received any more, its buffers are gone.
    void end() noexcept { expected_.clear(); }

    // Drops messages that were never received. After all ranks have ended, while all their memory is still
    // there.
    void close() noexcept {
        while (Parcel* parcel = unexpected_.take_first()) protocol_.discard(*parcel);
    }

    Communicator& operator<<(Sending& sending) noexcept {
        if (send_at_once(sending))
            sending.complete.store(true, std::memory_order_relaxed);
        else
            protocol_.rendezvous(sending, mailbox_);
        return *this;
    }
    // A send that is over when this returns: nothing refers to it any more. False: nothing was sent.
    [[nodiscard]] bool send_at_once(Sending& sending) noexcept {
        return protocol_.send_at_once(sending, mailbox_);
    }

    void send(Sending& sending) noexcept { (*this << sending).wait(sending); }

    // A message that is here already is taken now; otherwise the receive waits in the expected queue. What
    // the mailbox holds comes later in any case.
    Communicator& operator>>(Receiving& receiving) noexcept {
        Parcel* parcel = unexpected_.empty() ? nullptr : unexpected_.take(receiving.envelope.header);
        parcel != nullptr ? take(*parcel, receiving) : expected_.push(receiving);
        return *this;
    }

    // The oldest message here that a receive with this header would match; null when there is none.
    [[nodiscard]] const Parcel* find(const Header& expected) noexcept {
        progress();
        return unexpected_.find(expected);
    }
    // The same, reserved for take(): no receive can match it any more.
    [[nodiscard]] Parcel* reserve(const Header& expected) noexcept {
        progress();
        return unexpected_.take(expected);
    }
    void take(Parcel& parcel, Receiving& receiving) noexcept {
        fill(parcel.envelope.header, parcel.envelope.check, parcel.envelope.storage.bytes, receiving);
        protocol_.move(parcel, receiving.envelope.storage);
        protocol_.release(parcel);
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

    // Begins an operation that goes on by itself; waiting for it ends when it is complete. False when there
    // is no memory.
    template <class Task>
    [[nodiscard]] bool start(Task& task) noexcept {
        return flows_.start(task, waiting_);
    }
    template <class Task>
    void wait_for_task(const Task& task) noexcept {
        flows_.awaited = &task;
        wait_until([&] { return task.complete; });
        flows_.awaited = nullptr;
    }
    [[nodiscard]] const auto& flows() const noexcept { return flows_; }
    void end_tasks() noexcept { flows_.end(); }

    // Lets other ranks run until the condition, which others bring about, holds.
    template <class Condition>
    void wait_until(Condition condition) noexcept {
        process::Patience patience;
        while (!condition())
            if (!progress()) flows_.wait(condition, patience);
    }

    // A message of another rank of this worker: false when no receive waits for it.
    bool accept(Sending& sending, process::Rank& self) noexcept {
        const auto& envelope = sending.parcel.envelope;
        Receiving* receiving = expected_.take(envelope.header);
        if (receiving == nullptr) return false;
        fill(envelope.header, envelope.check, envelope.storage.bytes, *receiving);
        envelope.storage.copy_to(receiving->envelope.storage);
        wake(self, receiving);
        return true;
    }

    // A message that was handed over by its address.
    void arrive(Parcel& parcel, process::Rank& self) noexcept {
        Receiving* receiving = expected_.take(parcel.envelope.header);
        receiving != nullptr ? take(parcel, *receiving) : unexpected_.push(parcel);
        wake(self, receiving);
    }

    // A message whose data lie in the channel for the length of this call.
    void arrive(const Header& header, const Check& check, const void* data, std::size_t bytes,
                process::Rank& self) noexcept {
        const Storage storage{const_cast<void*>(data), bytes};
        Receiving* receiving = expected_.take(header);
        if (receiving != nullptr) {
            fill(header, check, bytes, *receiving);
            storage.copy_to(receiving->envelope.storage);
        } else {
            keep(header, check, storage);
        }
        wake(self, receiving);
    }

    void wait(Sending& sending) noexcept {
        waiting_.sending = &sending;
        wait_until([&] {
            if (!sending.is_complete()) protocol_.help(sending);
            return sending.is_complete();
        });
        waiting_.sending = nullptr;
    }
    void wait(const Receiving& receiving) noexcept {
        waiting_.receiving = &receiving;
        wait_until([&] { return receiving.is_complete(); });
        waiting_.receiving = nullptr;
    }

    // What the rank waits for at this moment, for reports.
    using Waiting = communicator::Waiting<Types>;
    [[nodiscard]] const Waiting& waiting() const noexcept { return waiting_; }

    // For reports: messages delivered so far, and those that nobody has received.
    [[nodiscard]] std::uint64_t delivered() const noexcept {
        return delivered_.load(std::memory_order_relaxed);
    }
    template <class Visit>
    void for_each_unreceived(Visit visit) const {
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next)
            visit(parcel->envelope);
    }

  private:
    // All of a completed receive but its data.
    void fill(const Header& header, const Check& check, std::size_t bytes, Receiving& receiving) noexcept {
        receiving.sent_bytes = bytes;
        receiving.envelope.header = header;
        receiving.arrived = check;
        receiving.complete = true;
        delivered_.store(delivered_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }

    [[gnu::noinline]] void keep(const Header& header, const Check& check, const Storage& data) noexcept {
        Parcel* copy = protocol_.copy_of(header, check, data);
        if (copy == nullptr) {
            process::report("no memory to keep a message of %zu bytes that nobody receives yet", data.bytes);
            process::end_run(1);
        }
        unexpected_.push(*copy);
    }

    // A rank that takes in its own mail while it runs looks again anyway; one that waits for something else
    // sleeps on.
    void wake(process::Rank& self, const Receiving* received) noexcept {
        const bool waits_for_one = waiting_.receiving != nullptr || waiting_.sending != nullptr;
        if (waits_for_one && waiting_.receiving != received && flows_.none()) return;
        const bool runs = &self == process::current &&
                          self.permit.load(std::memory_order_relaxed) == process::Permit::running;
        if (!runs) self.worker->notify(self);
    }

    Mailbox& mailbox_;
    [[no_unique_address]] typename Types::Protocol protocol_;
    typename Types::Expected expected_;
    typename Types::Unexpected unexpected_;
    Waiting waiting_;
    [[no_unique_address]] typename Types::Flows flows_;
    std::atomic<std::uint64_t> delivered_{0}; // written by the owner only
};

} // namespace sartor::communicator
