// The sender's side of the handshake between address spaces: requests to send, and the data that the receiver
// does not take by itself.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "runtime/failures/failures.hpp"
#include "runtime/process.hpp"
#include "transports/split/control.hpp"
#include "transports/split/remote_copies.hpp"
#include "transports/split/remote_reads.hpp"
#include "transports/split/transit.hpp"
#include "transports/tokens.hpp"

namespace sartor::channel::split {

// Of one rank. `Types` are those of a Handshake.
template <class Types>
class LongSends {
    using Transport = typename Types::Transport;
    using Sending = typename Types::Sending;
    using Envelope = typename Types::Parcel::envelope_type;
    using Storage = typename Envelope::storage_type;
    using Check = typename Envelope::check_type;

  public:
    // Sends a request to send. The send is complete when all that the receive has room for has left.
    void request(Sending& sending) noexcept {
        const Envelope& envelope = sending.parcel.envelope;
        static_cast<BetweenSpaces::OfSending&>(sending.transit) = {};
        sending.transit.token = sendings_.add(sending);
        Control control = control_for(Kind::request, process::current->number, sending.destination);
        describe(envelope, control);
        control.sender = sending.transit.token;
        if constexpr (requires { sending.parcel.transit.is_failure; })
            control.receiver = sending.parcel.transit.is_failure ? 1 : 0;
        if constexpr (CopiesBetweenSpaces<Transport>)
            control.offset = reinterpret_cast<std::uint64_t>(envelope.storage.stretch());
        if constexpr (ReadsRemotely<Transport>) {
            const Region region = register_data(sending);
            if (region.registration != nullptr) {
                control.offset = region.address;
                return Transport::send_control(control, envelope.check, &region.key, sizeof region.key);
            }
        }
        Transport::send_control(control, envelope.check);
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
            if (gathered == nullptr)
                process::end_without_memory("a message of another address space", source.bytes);
            source.gather_to(gathered);
        }
        const std::uint64_t begin = clear.context == 1 ? read_by_receiver(clear.bytes) : 0;
        if (!write_data(clear, data, begin)) send_pieces(clear, data, begin, clear.bytes);
        std::free(gathered);
        if (begin == 0) return complete(sending);
        sending.transit.begin = begin;
        sending.transit.receiver = clear.receiver;
    }
    // The receiver has read its part, or can't; or it has read all of what is registered.
    void end(const Control& taken) noexcept {
        Sending& sending = known(sendings_, taken.sender, taken);
        const bool has_read_all = sending.transit.registration != nullptr && taken.bytes == 1;
        if (sending.transit.begin == 0 && !has_read_all) refuse(taken); // nothing was left to the receiver
        Control clear = taken;
        clear.receiver = sending.transit.receiver;
        if (taken.bytes == 0)
            send_pieces(clear, static_cast<const char*>(sending.parcel.envelope.storage.stretch()), 0,
                        sending.transit.begin);
        complete(sending);
    }
    // The receiver has failed, or does not want the message.
    void end_for(Sending& sending, process::failures::Cause cause) noexcept {
        sending.transit.cause = cause;
        complete(sending);
    }
    void end_unwanted(const Control& control) noexcept {
        if (control.bytes != 0) process::failures::suspect();
        end_for(known(sendings_, control.sender, control),
                static_cast<process::failures::Cause>(static_cast<std::uint8_t>(control.bytes)));
    }
    [[nodiscard]] bool knows(std::uint32_t token) const noexcept { return sendings_.find(token) != nullptr; }
    template <class HasFailed>
    bool end_those_of(HasFailed has_failed) noexcept {
        bool any = false;
        sendings_.for_each([&](Sending& sending, std::uint32_t) {
            if (!has_failed(sending.destination)) return;
            end_for(sending, process::failures::Cause::peer_failed);
            any = true;
        });
        return any;
    }
    // From now on nothing comes for the send.
    void forget(Sending& sending) noexcept {
        sendings_.remove(std::exchange(sending.transit.token, Tokens<Sending>::none));
        if constexpr (ReadsRemotely<Transport>)
            if (sending.transit.registration != nullptr)
                Transport::deregister(std::exchange(sending.transit.registration, nullptr));
    }

  private:
    // For remote reads, where the data are contiguous.
    [[nodiscard]] static Region register_data(Sending& sending) noexcept {
        const Storage& storage = sending.parcel.envelope.storage;
        const void* const data = storage.stretch();
        if (data == nullptr) return {};
        const Region region = Transport::register_memory(data, storage.bytes);
        sending.transit.registration = region.registration;
        return region;
    }

    void complete(Sending& sending) noexcept {
        forget(sending);
        process::Rank& owner = *sending.owner;
        sending.complete.store(true, std::memory_order_release);
        process::wake(owner);
    }

    // From `begin` on, straight to where the receiver wants them. False: that can't be done.
    static bool write_data(const Control& clear, const char* data, std::uint64_t begin) noexcept {
        if constexpr (CopiesBetweenSpaces<Transport>) {
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

    Tokens<Sending> sendings_;
};

} // namespace sartor::channel::split
