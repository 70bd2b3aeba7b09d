// The handshake between address spaces, for messages that are not copied at once: request to send, clear to
// send, data in pieces.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "components/channel/split/control.hpp"
#include "components/channel/split/credits.hpp"
#include "components/channel/split/remote_copies.hpp"
#include "components/channel/tokens.hpp"
#include "components/process/directory.hpp"
#include "components/process/process.hpp"
#include "components/process/scheduler/worker.hpp"

namespace sartor::channel::split {

// What is kept with parcels, sends and receives, besides their envelopes.
struct BetweenSpaces {
    struct OfParcel {
        bool is_request = false;  // its data are in another space
        std::int32_t from = 0;    // the rank there,
        std::int32_t to = 0;      // the one that it has come to
        std::uint32_t sender = 0; // the sender's token
        std::uint64_t data = 0;   // their address there, or 0
    };
    struct OfSending {
        std::uint32_t token = UINT32_MAX; // of its request, until the send is complete
        std::uint32_t receiver = 0;       // the token of a receive that reads its part,
        std::uint64_t begin = 0;          // which ends here
    };
    struct OfReceiving {
        char* staged = nullptr; // for data that are not contiguous
        std::size_t arrived = 0;
        std::size_t expected = 0;
    };
};

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

    // Sends a request to send. The send is complete when all that the receive has room for has left.
    void request(Sending& sending) noexcept {
        static_cast<BetweenSpaces::OfSending&>(sending.transit) = {};
        sending.transit.token = sendings_.add(sending);
        Control control = control_for(Kind::request, process::current->number, sending.destination);
        describe(sending.parcel.envelope, control);
        control.sender = sending.transit.token;
        if constexpr (copies_between_spaces)
            control.offset = reinterpret_cast<std::uint64_t>(sending.parcel.envelope.storage.stretch());
        Transport::send_control(control, sending.parcel.envelope.check);
    }
    static void help(Sending&) noexcept {}
    // Sends a request to take the send back and waits for the reply: one round trip.
    bool take_back(Sending& sending) noexcept {
        if (sending.transit.token == Tokens<Sending>::none) return false;
        process::Rank& self = *process::current;
        Pending pending(sending);
        Control control = control_for(Kind::take_back, self.number, sending.destination);
        control.sender = sending.transit.token;
        control.receiver = pending_.add(pending);
        Transport::send_control(control, Check{});
        wait_for_reply(pending, self);
        return pending.reply == 1;
    }

    // Sends a request to rank 0, whose space has the directory, and waits for the reply.
    [[nodiscard]] int query_directory(const process::Directory::Question& question,
                                      process::Rank& self) noexcept {
        Control control = control_for(Kind::query, self.number, 0);
        control.source = question.requester;
        control.tag = question.requesters;
        control.context = question.span;
        Pending pending;
        control.receiver = pending_.add(pending);
        Transport::send_control(control, Check{}, question.key, question.bytes);
        wait_for_reply(pending, self);
        return static_cast<int>(pending.reply) - 1;
    }

    // ---- at the receiver

    static void prepare(Receiving&) noexcept {}
    static void expect(Receiving&, const Receiving*) noexcept {}
    static void give_up(const Receiving&) noexcept {}
    static bool admits(const Parcel&) noexcept { return true; }
    static void claim(const Parcel&) noexcept {}

    // A request has met its receive: clears the sender. Memory for data that are not contiguous.
    bool clear(Parcel& parcel, Receiving& receiving) noexcept {
        if (!parcel.transit.is_request) return false;
        const std::size_t bytes = parcel.envelope.storage.bytes;
        static_cast<BetweenSpaces::OfReceiving&>(receiving.transit) = {};
        receiving.transit.expected = std::min(bytes, receiving.envelope.storage.bytes);
        if (receiving.envelope.storage.stretch() == nullptr && receiving.transit.expected > 0) {
            receiving.transit.staged = static_cast<char*>(std::malloc(receiving.transit.expected));
            if (receiving.transit.staged == nullptr) Transport::end_without_memory(bytes);
        }
        Control control = control_for(Kind::clear, parcel.transit.to, parcel.transit.from);
        control.sender = parcel.transit.sender;
        control.receiver = receivings_.add(receiving);
        control.bytes = receiving.transit.expected;
        control.tag = is_congested(process::rank(parcel.transit.to));
        const std::uint64_t data = parcel.transit.data;
        if constexpr (copies_between_spaces) {
            control.offset = reinterpret_cast<std::uint64_t>(memory_of(receiving));
            control.context = data != 0 && read_by_receiver(control.bytes) > 0 ? 1 : 0;
        }
        discard(parcel);
        Transport::send_control(control, Check{});
        if (control.context == 1) read_data(control, data, receiving);
        return true;
    }
    bool discard(Parcel& parcel) noexcept {
        if (!parcel.transit.is_request) return false;
        parcel.transit.is_request = false;
        parcel.envelope.storage.bytes = 0; // the cell has no data of its own
        Transport::of(process::rank(parcel.transit.to)).cells().put_back(parcel);
        return true;
    }

    // ---- by the transport: what has come for this rank

    // Called by the transport for each control message to this rank.
    void handle(const ControlMessage<Check>& message, const void* data, std::size_t bytes,
                process::Rank& self) noexcept {
        const Control& control = message.control;
        const Check& check = message.check;
        if (control.from < 0 || control.from >= process::size() || control.to != self.number) refuse(control);
        switch (control.kind) {
        case Kind::eager:
            Types::Communicator::of(self).arrive(header_of(control), check, data, bytes, self);
            return give_credit(control.from, bytes + sizeof(Control), self);
        case Kind::request:
            return take_request(control, check, self);
        case Kind::clear:
            credits_.give_back(control.from, 0, control.tag == 1);
            return send_data(control);
        case Kind::credit:
            return credits_.give_back(control.from, control.bytes, control.tag == 1);
        case Kind::taken:
            return end_send(control);
        case Kind::data:
            return take_data(control, data, bytes, self);
        case Kind::take_back:
            return reply(control, self);
        case Kind::query:
            return look_up(control, data, bytes);
        case Kind::reply:
            return take_reply(control, self);
        }
        refuse(control);
    }

  private:
    static constexpr bool copies_between_spaces = CopiesBetweenSpaces<Transport>;

    // A question of this rank to another one. Several threads may each wait for the answer to theirs.
    struct Pending {
        Pending() noexcept = default;
        explicit Pending(Sending& which) noexcept : sending(&which) {}

        Sending* sending = nullptr; // that is to be taken back
        bool has_reply = false;
        std::uint64_t reply = 0;
    };

    static void wait_for_reply(const Pending& pending, const process::Rank& self) noexcept {
        Types::Communicator::of(self).wait_until([&] { return pending.has_reply; });
    }

    // A message that makes no sense, from a broken process.
    [[noreturn, gnu::cold, gnu::noinline]] static void refuse(const Control& control) noexcept {
        process::report(
            "rank %d got a control message of rank %d that makes no sense (kind %u, %llu bytes from "
            "%llu on)",
            control.to, control.from, static_cast<unsigned>(control.kind),
            static_cast<unsigned long long>(control.bytes), static_cast<unsigned long long>(control.offset));
        process::end_run(1);
    }
    // An operation under way, by the token in a message.
    template <class Operation>
    [[nodiscard]] static Operation& known(const Tokens<Operation>& operations, std::uint32_t token,
                                          const Control& control) noexcept {
        Operation* operation = operations.find(token);
        if (operation == nullptr) refuse(control);
        return *operation;
    }

    [[nodiscard]] static int is_congested(const process::Rank& rank) noexcept {
        return rank.congested.load(std::memory_order_relaxed) ? 1 : 0;
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

    void take_request(const Control& control, const Check& check, process::Rank& self) noexcept {
        Parcel* parcel = Transport::of(self).cells().take(0);
        if (parcel == nullptr) Transport::end_without_memory(sizeof(Parcel));
        parcel->envelope.header = header_of(control);
        parcel->envelope.check = check;
        parcel->envelope.storage.bytes = control.bytes; // that are at its sender
        parcel->sender = nullptr;
        parcel->transit = {};
        parcel->transit.is_request = true;
        parcel->transit.from = control.from;
        parcel->transit.to = control.to;
        parcel->transit.sender = control.sender;
        parcel->transit.data = control.offset;
        Types::Communicator::of(self).arrive(*parcel, self);
    }

    // A clearance has come: sends the data but for what the receiver reads. The send is complete when all
    // have left this rank's memory.
    void send_data(const Control& clear) noexcept {
        Sending& sending = known(sendings_, clear.sender, clear);
        if (clear.bytes > sending.parcel.envelope.storage.bytes || sending.transit.begin != 0) refuse(clear);
        const Storage& source = sending.parcel.envelope.storage;
        const auto* data = static_cast<const char*>(source.stretch());
        char* gathered = nullptr;
        if (data == nullptr && source.bytes > 0) {
            data = gathered = static_cast<char*>(std::malloc(source.bytes));
            if (gathered == nullptr) Transport::end_without_memory(source.bytes);
            source.gather_to(gathered);
        }
        const std::uint64_t begin = clear.context == 1 ? read_by_receiver(clear.bytes) : 0;
        if (!write_data(clear, data, begin)) send_pieces(clear, data, begin, clear.bytes);
        std::free(gathered);
        if (begin == 0) return complete(sending);
        sending.transit.begin = begin;
        sending.transit.receiver = clear.receiver;
    }
    // The receiver has read its part, or can't.
    void end_send(const Control& taken) noexcept {
        Sending& sending = known(sendings_, taken.sender, taken);
        if (sending.transit.begin == 0) refuse(taken); // no part was left to the receiver
        Control clear = taken;
        clear.receiver = sending.transit.receiver;
        if (taken.bytes == 0)
            send_pieces(clear, static_cast<const char*>(sending.parcel.envelope.storage.stretch()), 0,
                        sending.transit.begin);
        complete(sending);
    }
    void complete(Sending& sending) noexcept {
        sendings_.remove(std::exchange(sending.transit.token, Tokens<Sending>::none));
        process::Rank& owner = *sending.owner;
        sending.complete.store(true, std::memory_order_release);
        process::wake(owner);
    }

    // From `begin` on, straight to where the receiver wants them. False: that can't be done.
    static bool write_data(const Control& clear, const char* data, std::uint64_t begin) noexcept {
        if constexpr (copies_between_spaces) {
            const std::uint64_t bytes = clear.bytes - begin;
            if (clear.offset == 0 || !Transport::write(clear.from, clear.offset + begin, data + begin, bytes))
                return false;
            Control control = control_for(Kind::data, clear.to, clear.from);
            control.receiver = clear.receiver;
            control.offset = begin;
            control.bytes = bytes;
            Transport::send_control(control, Check{});
            return true;
        }
        return false;
    }
    static void send_pieces(const Control& clear, const char* data, std::uint64_t begin,
                            std::uint64_t end) noexcept {
        Control control = control_for(Kind::data, clear.to, clear.from);
        control.receiver = clear.receiver;
        control.offset = begin;
        const std::size_t most = Transport::longest_piece(clear.from);
        do {
            const std::size_t piece = std::min(end - control.offset, most);
            Transport::send_control(control, Check{}, data + control.offset, piece);
            control.offset += piece;
        } while (control.offset < end);
    }

    // The receiver's part of a message that it has cleared.
    static void read_data(const Control& clear, std::uint64_t data, Receiving& receiving) noexcept {
        if constexpr (copies_between_spaces) {
            const std::uint64_t bytes = read_by_receiver(clear.bytes);
            Control control = control_for(Kind::taken, clear.from, clear.to);
            control.sender = clear.sender;
            if (Transport::read(clear.to, data, memory_of(receiving), bytes)) {
                control.bytes = 1;
                receiving.transit.arrived += bytes;
            }
            Transport::send_control(control, Check{});
        }
    }

    // Where the data of a receive go first.
    [[nodiscard]] static char* memory_of(const Receiving& receiving) noexcept {
        if (receiving.transit.staged != nullptr) return receiving.transit.staged;
        return static_cast<char*>(receiving.envelope.storage.stretch());
    }

    void take_data(const Control& control, const void* data, std::size_t bytes,
                   process::Rank& self) noexcept {
        Receiving& receiving = known(receivings_, control.receiver, control);
        auto& transit = receiving.transit;
        const std::size_t arrived = bytes + control.bytes; // one of them is 0
        if (arrived < bytes || control.offset > transit.expected ||
            arrived > transit.expected - control.offset)
            refuse(control);
        const Storage& target = receiving.envelope.storage;
        if (bytes > 0) std::memcpy(memory_of(receiving) + control.offset, data, bytes);
        transit.arrived += arrived;
        if (transit.arrived < transit.expected) return;
        if (transit.staged != nullptr) Storage{transit.staged, transit.expected}.copy_to(target);
        std::free(transit.staged);
        receivings_.remove(control.receiver);
        receiving.complete = true;
        process::wake(self);
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

    void take_reply(const Control& control, process::Rank& self) noexcept {
        Pending& pending = known(pending_, control.receiver, control);
        pending_.remove(control.receiver);
        pending.reply = control.bytes;
        pending.has_reply = true;
        if (pending.sending != nullptr && pending.reply == 1)
            sendings_.remove(std::exchange(pending.sending->transit.token, Tokens<Sending>::none));
        process::wake(self);
    }

    // Of a question to the directory, see process::Directory::Question.
    [[nodiscard]] static bool is_question(const Control& control, std::size_t bytes) noexcept {
        constexpr int most_numbers = 1 << 24;
        const int requester = control.source, requesters = control.tag, span = control.context;
        const bool is_known =
            requester == process::Directory::no_rank || (requester >= 0 && requester < requesters);
        const bool has_key = bytes > 0 || requesters == 1;
        return is_known && has_key && requesters > 0 && requesters <= process::size() && span > 0 &&
               span <= most_numbers;
    }
    static void look_up(const Control& control, const void* key, std::size_t bytes) noexcept {
        if (!is_question(control, bytes)) refuse(control);
        Control reply = control_for(Kind::reply, control.to, control.from);
        reply.receiver = control.receiver;
        const int number =
            process::directory.reserve({key, bytes, control.source, control.tag, control.context});
        reply.bytes = static_cast<std::uint64_t>(number + 1);
        Transport::send_control(reply, Check{});
    }

    Credits credits_;
    Tokens<Sending> sendings_;
    Tokens<Receiving> receivings_;
    Tokens<Pending> pending_;
};

} // namespace sartor::channel::split
