// The communicator: sends and receives envelopes, matches them, and keeps the queues (EPOS-MPI 4.4 to 4.6).
// Knows nothing of MPI.
#pragma once

#include <string_view>

#include "components/channel/channel.hpp"
#include "components/communicator/operation.hpp"
#include "components/process/process.hpp"

namespace sartor::communicator {

// One for each rank. `Types` names Sending, Receiving, Parcel, Mailbox, Expected, Unexpected and Protocol.
//
// communicator << sending starts a send, communicator >> receiving starts a receive; wait() ends them. Network
// events are looked at in wait() and progress(). All of it is called by the rank that owns the communicator.
template <class Types> class Communicator {
  public:
    static constexpr std::string_view name = "communicator";
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Parcel = typename Types::Parcel;
    using Mailbox = typename Types::Mailbox;
    static_assert(channel::Mailbox<Mailbox, Parcel>, "this machine's mailbox does not do what a communicator needs");

    explicit Communicator(Mailbox& mailbox) noexcept : mailbox_(mailbox) {}

    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    // Messages that were never received are dropped; after all ranks have ended.
    ~Communicator() {
        progress();
        while (Parcel* parcel = unexpected_.take_first()) protocol_.discard(*parcel);
    }

    Communicator& operator<<(Sending& sending) noexcept {
        protocol_.send(sending);
        return *this;
    }

    // A message that is here already is taken now; otherwise the receive waits in the expected queue.
    Communicator& operator>>(Receiving& receiving) noexcept {
        progress();
        if (Parcel* parcel = unexpected_.take(receiving.envelope.header))
            deliver(*parcel, receiving);
        else
            expected_.push(receiving);
        return *this;
    }

    // Matches what has arrived since the last look.
    void progress() noexcept {
        if (mailbox_.looks_empty()) return;
        for (Parcel* parcel = mailbox_.collect(); parcel != nullptr;) {
            Parcel* rest = parcel->next;
            arrive(*parcel);
            parcel = rest;
        }
    }

    // Lets other ranks run until the condition, which others bring about, holds.
    template <class Condition> void wait_until(Condition condition) noexcept {
        for (;;) {
            progress();
            if (condition()) return;
            process::block();
        }
    }

    template <class Operation> void wait(const Operation& operation) noexcept {
        wait_until([&] { return operation.is_complete(); });
    }

    // The oldest receive that waits, for reports; null when there is none.
    [[nodiscard]] const Receiving* waiting_receive() const noexcept { return expected_.first(); }

  private:
    void arrive(Parcel& parcel) noexcept {
        if (Receiving* receiving = expected_.take(parcel.envelope.header))
            deliver(parcel, *receiving);
        else
            unexpected_.push(parcel);
    }

    void deliver(Parcel& parcel, Receiving& receiving) noexcept {
        receiving.sent_bytes = parcel.envelope.storage.bytes;
        receiving.envelope.header = parcel.envelope.header;
        parcel.envelope.storage.copy_to(receiving.envelope.storage);
        receiving.complete = true;
        protocol_.release(parcel);
    }

    Mailbox& mailbox_;
    [[no_unique_address]] typename Types::Protocol protocol_;
    typename Types::Expected expected_;
    typename Types::Unexpected unexpected_;
};

} // namespace sartor::communicator
