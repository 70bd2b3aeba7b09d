// The handshake between address spaces, for messages that are not copied at once: request to send, and then
// clear to send and data in pieces, or the receiver copies the data itself.
#pragma once

#include <cstdint>
#include <cstring>

#include "runtime/directory.hpp"
#include "runtime/failures/failures.hpp"
#include "runtime/process.hpp"
#include "transports/split/control.hpp"
#include "transports/split/credits.hpp"
#include "transports/split/long_receives.hpp"
#include "transports/split/long_sends.hpp"
#include "transports/split/questions.hpp"
#include "transports/split/transit.hpp"
#include "transports/tokens.hpp"

namespace sartor::channel::split {

// Both ends of a message, each for its rank: satisfies channel::Handshake. `Types` names Communicator,
// Transport, Parcel, Sending and Receiving. Ends the run when there is no memory.
template <class Types>
class Handshake {
  public:
    using Transport = typename Types::Transport;
    using Parcel = typename Types::Parcel;
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Envelope = typename Parcel::envelope_type;
    using Header = typename Envelope::header_type;
    using Storage = typename Envelope::storage_type;
    using Check = typename Envelope::check_type;

    // ---- at the sender

    // Whether an eager message may be sent to a rank of another space.
    [[nodiscard]] bool take_credit(int destination, std::size_t bytes) noexcept {
        return credits_.take(destination, bytes + sizeof(Control));
    }

    void request(Sending& sending) noexcept { sends_.request(sending); }
    static void help(Sending&) noexcept {}
    // Sends a request to take the send back and waits for the reply: one round trip.
    bool take_back(Sending& sending) noexcept {
        if (sending.transit.token == Tokens<Sending>::none) return false;
        Control question = control_for(Kind::take_back, process::current->number, sending.destination);
        question.sender = sending.transit.token;
        const bool taken = questions_.ask(question) == 1;
        if (taken) sends_.forget(sending);
        return taken;
    }
    // Asks rank 0, whose space has the directory.
    [[nodiscard]] int query_directory(const process::Directory::Question& question) noexcept {
        return questions_.ask_directory(question);
    }

    // ---- at the receiver

    static void prepare(Receiving&) noexcept {}
    static void expect(Receiving&, const Receiving*) noexcept {}
    static void give_up(const Receiving&) noexcept {}
    static bool admits(const Parcel&) noexcept { return true; }
    static void claim(const Parcel&) noexcept {}

    // A request has met its receive: its data come, one way or another.
    bool clear(Parcel& parcel, Receiving& receiving) noexcept {
        if (!parcel.transit.is_request) return false;
        const BetweenSpaces::OfParcel request = parcel.transit;
        const std::size_t bytes = parcel.envelope.storage.bytes;
        discard(parcel);
        receives_.begin(request, bytes, receiving);
        return true;
    }
    bool discard(Parcel& parcel) noexcept {
        if (!parcel.transit.is_request) return false;
        parcel.transit.is_request = false;
        if constexpr (survives_failures) parcel.transit.is_failure = false; // of the cell's next message
        parcel.envelope.storage.bytes = 0;                                  // the cell has no data of its own
        Transport::of(process::rank(parcel.transit.to)).cells().put_back(parcel);
        return true;
    }

    // ---- in programs that survive failures

    // False: the message is no request.
    bool refuse(Parcel& parcel, process::failures::Cause cause) noexcept {
        if (!parcel.transit.is_request) return false;
        Control control = control_for(Kind::unwanted, parcel.transit.to, parcel.transit.from);
        control.sender = parcel.transit.sender;
        control.bytes = static_cast<std::uint64_t>(cause);
        Transport::send_control(control, Check{});
        return discard(parcel);
    }
    // Ends what is under way with ranks for which has_failed(rank). False: there was nothing.
    template <class HasFailed>
    bool end_transfers(HasFailed has_failed) noexcept {
        const bool sends = sends_.end_those_of(has_failed);
        const bool receives = receives_.end_those_of(has_failed);
        return questions_.end_those_of(has_failed) || sends || receives;
    }

    // ---- by the transport: what has come for this rank

    // Called by the transport for each control message to this rank.
    void handle(const ControlMessage<Check>& message, const void* data, std::size_t bytes,
                process::Rank& self) noexcept {
        const Control& control = message.control;
        const Check& check = message.check;
        if (control.from < 0 || control.from >= process::size() || control.to != self.number)
            split::refuse(control);
        if constexpr (survives_failures)
            if (process::failures::any() && is_too_late(control, self)) return;
        switch (control.kind) {
        case Kind::eager:
            Types::Communicator::of(self).arrive(header_of(control), check, data, bytes, self);
            return give_credit(control.from, bytes + sizeof(Control), self);
        case Kind::request:
            return take_request(message, data, bytes, self);
        case Kind::clear:
            credits_.give_back(control.from, 0, control.tag == 1);
            return sends_.send_data(control);
        case Kind::credit:
            return credits_.give_back(control.from, control.bytes, control.tag == 1);
        case Kind::taken:
            credits_.give_back(control.from, 0, control.tag == 1);
            return sends_.end(control);
        case Kind::read:
            return receives_.end_remote_read(control, self);
        case Kind::data:
            return receives_.take_data(control, data, bytes, self);
        case Kind::take_back:
            return reply(control, self);
        case Kind::query:
            return questions_.look_up(control, data, bytes);
        case Kind::reply:
            return questions_.take_reply(control, self);
        case Kind::unwanted:
            if constexpr (survives_failures) return sends_.end_unwanted(control);
        }
        split::refuse(control);
    }

  private:
    static constexpr bool survives_failures = requires(Sending sending) { sending.transit.cause; };

    // For an operation that has ended, since a rank at one end has failed; or this rank has, whose memory
    // nobody is to write to.
    [[nodiscard]] bool is_too_late(const Control& control, const process::Rank& self) const noexcept {
        switch (control.kind) {
        case Kind::clear:
        case Kind::taken:
        case Kind::unwanted:
            return !sends_.knows(control.sender) || process::failures::failure_of(self.number) != 0;
        case Kind::data:
        case Kind::read:
            return !receives_.knows(control.receiver);
        case Kind::reply:
            return !questions_.knows(control.receiver);
        default:
            return false;
        }
    }

    void give_credit(int sender, std::size_t bytes, const process::Rank& self) noexcept {
        const int congested = is_congested(self);
        const std::size_t all = credits_.note(sender, bytes, congested == 1);
        if (all == 0) return;
        Control control = control_for(Kind::credit, self.number, sender);
        control.bytes = all;
        control.tag = congested;
        Transport::send_control(control, Check{});
    }

    [[nodiscard]] static Header header_of(const Control& control) noexcept {
        return {control.source, control.tag, control.context};
    }

    void take_request(const ControlMessage<Check>& message, const void* key, std::size_t key_bytes,
                      process::Rank& self) noexcept {
        const Control& control = message.control;
        Parcel* parcel = Transport::of(self).cells().take(0);
        if (parcel == nullptr)
            process::end_without_memory("a message of another address space", sizeof(Parcel));
        parcel->envelope.header = header_of(control);
        parcel->envelope.check = message.check;
        parcel->envelope.storage.bytes = control.bytes; // that are at its sender
        parcel->sender = nullptr;
        auto& transit = parcel->transit = {};
        transit.is_request = true;
        if constexpr (survives_failures) transit.is_failure = control.receiver == 1;
        transit.from = control.from;
        transit.to = control.to;
        transit.sender = control.sender;
        transit.data = control.offset;
        transit.is_registered = key_bytes == sizeof transit.key;
        if (transit.is_registered) std::memcpy(&transit.key, key, key_bytes);
        Types::Communicator::of(self).arrive(*parcel, self);
    }

    static void reply(const Control& control, process::Rank& self) noexcept {
        Control reply = control_for(Kind::reply, control.to, control.from);
        reply.receiver = control.receiver;
        const bool found = Types::Communicator::of(self).drop_first([&](const Parcel& parcel) {
            return parcel.transit.is_request && parcel.transit.from == control.from &&
                   parcel.transit.sender == control.sender;
        });
        reply.bytes = found ? 1 : 0;
        Transport::send_control(reply, Check{});
    }

    Credits credits_;
    LongSends<Types> sends_;
    LongReceives<Types> receives_;
    Questions<Types> questions_;
};

} // namespace sartor::channel::split
