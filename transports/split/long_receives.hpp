// The receiver's side of the handshake between address spaces: of a request to send that has met its receive
// it reads the data, where it can, or it clears the sender.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "runtime/failures/failures.hpp"
#include "runtime/process.hpp"
#include "transports/split/control.hpp"
#include "transports/split/remote_copies.hpp"
#include "transports/split/remote_reads.hpp"
#include "transports/split/transit.hpp"
#include "transports/tokens.hpp"

namespace sartor::channel::split {

// Of one rank. `Types` are those of a Handshake. Ends the run when there is no memory for data that are not
// contiguous.
template <class Types>
class LongReceives {
    using Transport = typename Types::Transport;
    using Receiving = typename Types::Receiving;
    using Envelope = typename Types::Parcel::envelope_type;
    using Storage = typename Envelope::storage_type;
    using Check = typename Envelope::check_type;
    using Request = BetweenSpaces::OfParcel;

  public:
    // A request of a message of so many bytes has met its receive.
    void begin(const Request& request, std::size_t bytes, Receiving& receiving) noexcept {
        auto& transit = receiving.transit;
        static_cast<BetweenSpaces::OfReceiving&>(transit) = {};
        if constexpr (requires { transit.sender; }) transit.sender = request.from;
        transit.expected = std::min(bytes, receiving.envelope.storage.bytes);
        if (receiving.envelope.storage.stretch() == nullptr && transit.expected > 0) {
            transit.staged = static_cast<char*>(std::malloc(transit.expected));
            if (transit.staged == nullptr)
                process::end_without_memory("a message of another address space", bytes);
        }
        const std::uint32_t token = receivings_.add(receiving);
        if (!begin_remote_read(request, receiving, token)) clear(request, receiving, token);
    }

    void take_data(const Control& control, const void* data, std::size_t bytes,
                   process::Rank& self) noexcept {
        Receiving& receiving = known(receivings_, control.receiver, control);
        const auto& transit = receiving.transit;
        const std::size_t arrived = bytes + control.bytes; // one of them is 0
        if (transit.is_read || arrived < bytes || control.offset > transit.expected ||
            arrived > transit.expected - control.offset)
            refuse(control);
        if (bytes > 0) std::memcpy(memory_of(receiving) + control.offset, data, bytes);
        take_arrived(receiving, control.receiver, arrived, self);
    }

    [[nodiscard]] bool knows(std::uint32_t token) const noexcept {
        return receivings_.find(token) != nullptr;
    }
    // Those whose senders have failed.
    template <class HasFailed>
    bool end_those_of(HasFailed has_failed) noexcept {
        bool any = false;
        receivings_.for_each([&](Receiving& receiving, std::uint32_t token) {
            if (!has_failed(receiving.transit.sender)) return;
            std::free(std::exchange(receiving.transit.staged, nullptr));
            receivings_.remove(token);
            receiving.sent_bytes = process::failures::bytes_for(process::failures::Cause::peer_failed);
            receiving.complete = true;
            any = true;
        });
        return any;
    }

    // A remote read is over. What it could not read comes in pieces.
    void end_remote_read(const Control& read, process::Rank& self) noexcept {
        Receiving& receiving = known(receivings_, read.receiver, read);
        auto& transit = receiving.transit;
        if (!transit.is_read || read.from != self.number || read.source < 0 || read.source >= process::size())
            refuse(read);
        transit.is_read = false;
        if (read.bytes != transit.expected) {
            Request request;
            request.from = read.source;
            request.to = self.number;
            request.sender = read.sender;
            return clear(request, receiving, read.receiver);
        }
        tell_sender(self.number, read.source, read.sender, true);
        take_arrived(receiving, read.receiver, read.bytes, self);
    }

  private:
    // Where the data of a receive go first.
    [[nodiscard]] static char* memory_of(const Receiving& receiving) noexcept {
        if (receiving.transit.staged != nullptr) return receiving.transit.staged;
        return static_cast<char*>(receiving.envelope.storage.stretch());
    }

    void take_arrived(Receiving& receiving, std::uint32_t token, std::size_t arrived,
                      process::Rank& self) noexcept {
        auto& transit = receiving.transit;
        transit.arrived += arrived;
        if (transit.arrived < transit.expected) return;
        if (transit.staged != nullptr)
            Storage{transit.staged, transit.expected}.copy_to(receiving.envelope.storage);
        std::free(transit.staged);
        receivings_.remove(token);
        receiving.complete = true;
        process::wake(self);
    }

    // ---- all of the data by one remote read, without a clearance

    // False: that can't be done.
    [[nodiscard]] static bool begin_remote_read(const Request& request, Receiving& receiving,
                                                std::uint32_t token) noexcept {
        if constexpr (ReadsRemotely<Transport>) {
            auto& transit = receiving.transit;
            if (!request.is_registered || transit.expected == 0) return false;
            Control read = control_for(Kind::read, request.to, request.to);
            read.source = request.from;
            read.sender = request.sender;
            read.receiver = token;
            read.bytes = transit.expected;
            transit.is_read =
                Transport::read_remotely(read, {nullptr, request.data, request.key}, memory_of(receiving));
            return transit.is_read;
        }
        return false;
    }

    // ---- the sender sends them; where the system copies between spaces, each of the two copies a part

    void clear(const Request& request, Receiving& receiving, std::uint32_t token) noexcept {
        Control control = control_for(Kind::clear, request.to, request.from);
        control.sender = request.sender;
        control.receiver = token;
        control.bytes = receiving.transit.expected;
        control.tag = is_congested(process::rank(request.to));
        if constexpr (CopiesBetweenSpaces<Transport>) {
            control.offset = reinterpret_cast<std::uint64_t>(memory_of(receiving));
            control.context =
                request.data != 0 && !request.is_registered && read_by_receiver(control.bytes) > 0 ? 1 : 0;
        }
        Transport::send_control(control, Check{});
        if (control.context == 1) copy_part(request, receiving);
    }
    static void copy_part(const Request& request, Receiving& receiving) noexcept {
        if constexpr (CopiesBetweenSpaces<Transport>) {
            const std::uint64_t bytes = read_by_receiver(receiving.transit.expected);
            const bool done = Transport::read(request.from, request.data, memory_of(receiving), bytes);
            if (done) receiving.transit.arrived += bytes;
            tell_sender(request.to, request.from, request.sender, done);
        }
    }
    static void tell_sender(int self, int sender, std::uint32_t token, bool has_read) noexcept {
        Control control = control_for(Kind::taken, self, sender);
        control.sender = token;
        control.bytes = has_read ? 1 : 0;
        control.tag = is_congested(process::rank(self));
        Transport::send_control(control, Check{});
    }

    Tokens<Receiving> receivings_;
};

} // namespace sartor::channel::split
