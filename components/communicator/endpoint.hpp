// What communicators of all machines have: the queues of one rank, what it waits for, and its operations
// under way.
#pragma once

#include <atomic>
#include <cstdint>

#include "components/communicator/flows.hpp"
#include "components/communicator/operation.hpp"
#include "components/process/process.hpp"
#include "components/process/scheduler/atomics.hpp"

namespace sartor::communicator {

// One for each rank, the first member of its state. `Types` names Sending, Receiving, Parcel, Mailbox,
// Expected, Unexpected and Protocol. The machine's communicator derives from it and has progress(), which
// looks at network events, and wait_until(condition).
template <class Derived, class Types>
class Endpoint {
  public:
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Parcel = typename Types::Parcel;
    using Mailbox = typename Types::Mailbox;
    using Protocol = typename Types::Protocol;
    using Header = typename Receiving::Header;
    using Envelope = typename Parcel::envelope_type;
    using Check = typename Envelope::check_type;
    using Arrival = communicator::Arrival<Envelope>;
    using Waiting = communicator::Waiting<Types>;

    [[nodiscard]] static Derived& of(const process::Rank& rank) noexcept {
        return *static_cast<Derived*>(rank.state);
    }

    Endpoint(const Endpoint&) = delete;
    Endpoint& operator=(const Endpoint&) = delete;

    // Drops messages that were never received. After all ranks have ended, while all their memory is still
    // there.
    void close() noexcept {
        while (Parcel* parcel = unexpected_.take_first()) protocol_.discard(*parcel, mailbox_);
    }

    // The oldest message here that a receive with this header would match; null when there is none.
    [[nodiscard]] const Parcel* find(const Header& expected) noexcept {
        derived().progress();
        if constexpr (Protocol::revokes)
            return unexpected_.find(expected, is_taken_back, dropping());
        else
            return unexpected_.find(expected);
    }
    // The same, reserved for take(): no receive can match it any more.
    [[nodiscard]] Parcel* reserve(const Header& expected) noexcept {
        derived().progress();
        return take_unexpected(expected);
    }

    void wait(const Receiving& receiving) noexcept {
        waiting_.receiving = &receiving;
        derived().wait_until([&] { return receiving.is_complete(); });
        waiting_.receiving = nullptr;
    }

    // Until a condition holds that the end of a send brings about.
    template <class Condition>
    void wait_for_end_of(const Sending& sending, Condition condition) noexcept {
        waiting_.sending = &sending;
        derived().wait_until(condition);
        waiting_.sending = nullptr;
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
        derived().wait_until([&] { return task.complete; });
        flows_.awaited = nullptr;
    }
    void end_tasks() noexcept { flows_.end(); }

    // For reports: what the rank waits for at this moment, its operations under way, messages delivered so
    // far, and those that nobody has received.
    [[nodiscard]] const Waiting& waiting() const noexcept { return waiting_; }
    [[nodiscard]] const auto& flows() const noexcept { return flows_; }
    [[nodiscard]] std::uint64_t delivered() const noexcept {
        return delivered_.load(std::memory_order_relaxed);
    }
    // A message, or what stands for one.
    void count_delivery() noexcept { process::count_up(delivered_); }
    template <class Visit>
    void for_each_unreceived(Visit visit) const {
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next)
            if (!is_taken_back(*parcel)) visit(parcel->envelope);
    }

    // Takes back a send that no receive has matched: it is complete then. False: it is too late for that.
    [[nodiscard]] bool take_back(Sending& sending) noexcept {
        derived().progress();
        return protocol_.take_back(sending, mailbox_);
    }
    // By its sender, when that may reach into this rank's queues: a message that was taken back. False: it is
    // not here.
    bool drop(Parcel& parcel) noexcept {
        const bool here = unexpected_.remove(parcel);
        if (here) protocol_.discard(parcel, mailbox_);
        return here;
    }

  protected:
    explicit Endpoint(Mailbox& mailbox) noexcept : mailbox_(mailbox) {}

    // The oldest message here that a receive with this header matches, for that receive; null when there is
    // none.
    [[nodiscard]] Parcel* take_unexpected(const Header& expected) noexcept {
        if constexpr (Protocol::revokes)
            return unexpected_.take(expected, is_taken_back, dropping(),
                                    [](Parcel& parcel) { return Protocol::claim(parcel); });
        else
            return unexpected_.take(expected);
    }

    [[nodiscard]] static bool is_taken_back(const Parcel& parcel) noexcept {
        if constexpr (Protocol::revokes)
            return Protocol::is_taken_back(parcel);
        else
            return false;
    }

    // What a receive learns of the message that it has met.
    void note(const Header& header, const Check& check, std::size_t bytes, Receiving& receiving) noexcept {
        receiving.sent_bytes = bytes;
        receiving.envelope.header.learn(header);
        receiving.arrived = check;
        count_delivery();
    }

    Mailbox& mailbox_;
    [[no_unique_address]] Protocol protocol_;
    typename Types::Expected expected_;
    typename Types::Unexpected unexpected_;
    Waiting waiting_;
    [[no_unique_address]] typename Types::Flows flows_;

  private:
    [[nodiscard]] Derived& derived() noexcept { return static_cast<Derived&>(*this); }
    [[nodiscard]] auto dropping() noexcept {
        return [this](Parcel& parcel) { protocol_.discard(parcel, mailbox_); };
    }

    std::atomic<std::uint64_t> delivered_{0}; // written by the owner only, read by the watchdog's thread
};

} // namespace sartor::communicator
