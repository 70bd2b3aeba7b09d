// Long puts and gets without messages of their data, where one process can copy between its memory and
// another one's (channel/split/remote_copies.hpp) or read what another one has registered
// (channel/split/remote_reads.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "components/library_memory.hpp"
#include "components/one_sided/initiator.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/sending.hpp"
#include "components/one_sided/soundness.hpp"
#include "components/one_sided/window.hpp"
#include "runtime/process.hpp"
#include "transports/split/remote_copies.hpp"
#include "transports/split/remote_reads.hpp"
#include "transports/tokens.hpp"

namespace sartor::one_sided {

// Whether long operations are done so. Not where conflicts are looked for: what changes a part there does it
// in one piece.
template <class Types>
inline constexpr bool has_transfers =
    channel::split::ReadsRemotelyFor<typename Types::Transport, Service<typename Types::State>>&&
        Types::Conflicts::record_bytes == 0;

// An Initiator, and both sides of such operations:
//
//     by copy  the target copies the data from or to an address of the initiator's
//     by read  of a put the initiator registers the data and the target reads them; of a get the target
//     registers
//              the piece of its part and the initiator reads that
//
// What can't be done so, and what is not in one piece at both sides, goes by a message. `Types`: see
// engine.hpp.
template <class Types>
class LongTransfers : public Initiator<Types> {
    using Base = Initiator<Types>;
    using Sending = one_sided::Sending<Types>;
    using Transport = typename Sending::Transport;
    using Service = typename Sending::Service;
    using Region = channel::split::Region;

  public:
    using Storage = typename Types::Storage;

    void put_far(Window& window, Peer rank, const Storage& target, const Storage& data) noexcept {
        Transfer transfer{&window, rank, only_piece(target), data.stretch()};
        if (is_copied(transfer)) return begin(Kind::put_by_copy, transfer, {nullptr, transfer.address()});
        if (transfer.can_be_long(least_put)) {
            const Region region = Transport::register_memory(transfer.memory, data.bytes);
            transfer.registration = region.registration;
            if (region.registration != nullptr) return begin(Kind::put_by_read, transfer, region);
        }
        Base::put_far(window, rank, target, data);
    }
    void get_far(Window& window, Peer rank, const Storage& target, const Storage& result) noexcept {
        const Transfer transfer{&window, rank, only_piece(target), result.stretch()};
        if (is_copied(transfer)) return begin(Kind::get_by_copy, transfer, {nullptr, transfer.address()});
        if (transfer.can_be_long(least_get) && Transport::reads_remotely(result.bytes))
            return begin(Kind::get_by_read, transfer, {});
        Base::get_far(window, rank, target, result);
    }

    // ---- by the transport: what has come for this rank

    // Of the kinds that is_of_transfer(). `window`: the own part; null: it was freed.
    void handle_transfer(Window* window, const Header& header, const char* contents, std::size_t bytes,
                         process::Rank& self) noexcept {
        if (header.kind == Kind::taken) return take_back(header, bytes, self);
        if (window == nullptr) return; // no rank waits
        if (!is_sound_transfer(*window, header, bytes)) refuse(header, bytes, self);
        OfTransfer asked;
        if (bytes > 0) std::memcpy(&asked, contents, bytes);
        switch (header.kind) {
        case Kind::put_by_copy:
        case Kind::get_by_copy:
        case Kind::put_by_read:
        case Kind::get_by_read:
            return serve_transfer(*window, header, asked);
        case Kind::shown:
            return read_shown(begun(*window, header, self), header, asked);
        case Kind::read_at_target:
            return answer(*window, header.operation, Kind::moved, header.token, header.error);
        default:
            return end(begun(*window, header, self), header.error);
        }
    }

  private:
    // From here on they take less time than messages of their own data (docs/tried.md).
    static constexpr std::size_t least_copied = std::size_t{8} << 10;
    static constexpr std::size_t least_put = std::size_t{32} << 10;
    static constexpr std::size_t least_get = std::size_t{48} << 10; // one message more each way
    static constexpr std::uint32_t no_token = UINT32_MAX;

    // One that this rank has begun. `memory`: the data of a put, or where those of a get go; null: not
    // contiguous.
    struct Transfer {
        Window* window;
        Peer target;
        Run piece;
        void* memory;
        void* registration = nullptr;   // of the data
        std::uint32_t shown = no_token; // of the target's memory, while it is read
        std::uint32_t token = no_token; // its own
        Kind kind = Kind::put_by_copy;
        Ticket* ticket = nullptr;

        [[nodiscard]] bool can_be_long(std::size_t least) const noexcept {
            return piece.bytes >= least && memory != nullptr;
        }
        [[nodiscard]] std::uint64_t address() const noexcept {
            return reinterpret_cast<std::uint64_t>(memory);
        }
        // The kind of the message that ends it, or shows the data.
        [[nodiscard]] Kind awaited() const noexcept {
            if (kind != Kind::get_by_read) return Kind::moved;
            return shown == no_token ? Kind::shown : Kind::read_at_initiator;
        }
    };
    // Own memory that a get of another rank reads: its registration.
    struct Shown;

    // Of length 0 when there are several.
    [[nodiscard]] static Run only_piece(const Storage& target) noexcept {
        Run piece{};
        int pieces = 0;
        target.for_each_piece([&](const void* offset, std::size_t bytes) {
            piece = {static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(offset)), bytes};
            ++pieces;
        });
        return pieces == 1 ? piece : Run{};
    }
    [[nodiscard]] static bool is_copied(const Transfer& transfer) noexcept {
        if constexpr (channel::split::CopiesBetweenSpaces<Transport>)
            return transfer.can_be_long(least_copied) && Transport::copies(transfer.target.in_process);
        return false;
    }

    // ---- of messages

    // What follows the header.
    [[nodiscard]] static constexpr std::size_t length_of(Kind kind, Failure error) noexcept {
        switch (kind) {
        case Kind::put_by_copy:
        case Kind::get_by_copy:
        case Kind::put_by_read:
            return sizeof(OfTransfer);
        case Kind::get_by_read:
            return sizeof(Run);
        case Kind::shown:
            return error == Failure::none ? sizeof(OfTransfer) : 0;
        default:
            return 0;
        }
    }
    [[nodiscard]] static bool is_rank(int number) noexcept { return number >= 0 && number < process::size(); }
    // What only this rank sends, it sends to itself.
    [[nodiscard]] static bool is_sound_transfer(const Window& window, const Header& header,
                                                std::size_t bytes) noexcept {
        const bool is_own = header.kind == Kind::read_at_target || header.kind == Kind::read_at_initiator;
        const bool is_known_error = header.error == Failure::none || header.error == Failure::out_of_range ||
                                    header.error == Failure::unmoved;
        return is_known_error && is_rank(header.from) && is_own == (header.from == window.owner) &&
               (header.kind != Kind::read_at_target || is_rank(header.operation)) &&
               bytes == length_of(header.kind, header.error);
    }
    static void answer(const Window& window, int rank, Kind kind, std::uint32_t token, Failure error,
                       const void* data = nullptr, std::size_t bytes = 0) noexcept {
        Header header = Sending::header_for(window, kind);
        header.token = token;
        header.error = error;
        Sending::send(rank, header, data, bytes, window.owner);
    }

    // ---- at the initiator

    void begin(Kind kind, const Transfer& transfer, const Region& region) noexcept {
        void* const memory = allocate_for_library(sizeof(Transfer));
        if (memory == nullptr) process::end_without_memory("a one-sided operation");
        auto& one = *new (memory) Transfer(transfer);
        one.kind = kind;
        one.token = transfers_.add(one);
        one.ticket = this->followed();
        if (one.ticket != nullptr) ++one.ticket->pending;
        Header header = Sending::header_for(*one.window, kind);
        header.runs = 1;
        header.token = one.token;
        const OfTransfer asked{one.piece, region.address, region.key};
        Base::post_counted(*one.window, one.target, header, &asked, length_of(kind, Failure::none));
    }
    // The transfer that a message is about, which its target has sent, or this rank itself.
    [[nodiscard]] Transfer& begun(const Window& window, const Header& header,
                                  const process::Rank& self) const noexcept {
        Transfer* const one = transfers_.find(header.token);
        if (one == nullptr || one->window != &window || header.kind != one->awaited() ||
            (header.kind != Kind::read_at_initiator && header.from != one->target.in_process))
            refuse(header, 0, self);
        return *one;
    }
    // The target shows the piece that a get is of, or says why not.
    void read_shown(Transfer& one, const Header& header, const OfTransfer& asked) noexcept {
        if (header.error != Failure::none) return end(one, header.error);
        one.shown = asked.shown;
        Header read = Sending::header_for(*one.window, Kind::read_at_initiator);
        read.token = header.token;
        if (!begin_to_read(header.from, asked, one.memory, one.piece.bytes, read)) end(one, Failure::unmoved);
    }
    // What could not be moved goes by a message.
    void end(Transfer& one, Failure failure) noexcept {
        if (one.registration != nullptr) Transport::deregister(one.registration);
        if (one.shown != no_token)
            answer(*one.window, one.target.in_process, Kind::taken, one.shown, Failure::none);
        if (failure == Failure::unmoved)
            send_instead(one);
        else if (failure != Failure::none)
            one.window->failed = failure;
        Base::count_off(*one.window, one.target.in_window);
        if (one.ticket != nullptr) --one.ticket->pending;
        Sending::wake(process::rank(one.window->owner));
        transfers_.remove(one.token);
        std::free(&one);
    }
    void send_instead(const Transfer& one) noexcept {
        const Storage target{reinterpret_cast<void*>(static_cast<std::intptr_t>(one.piece.offset)),
                             one.piece.bytes};
        const Storage local{one.memory, one.piece.bytes};
        Ticket* const before = this->followed();
        this->follow(one.ticket);
        if (one.kind == Kind::put_by_copy || one.kind == Kind::put_by_read)
            Base::put_far(*one.window, one.target, target, local);
        else
            Base::get_far(*one.window, one.target, target, local);
        this->follow(before);
    }

    // ---- at the target

    void serve_transfer(Window& window, const Header& header, const OfTransfer& asked) noexcept {
        char* const place = window.base + asked.piece.offset;
        const Kind reply = header.kind == Kind::get_by_read ? Kind::shown : Kind::moved;
        if (!window.has(place, asked.piece.bytes))
            return answer(window, header.from, reply, header.token, Failure::out_of_range);
        if (header.kind == Kind::get_by_read) return show(window, header, place, asked.piece);
        if (header.kind == Kind::put_by_read) return read_for_put(window, header, place, asked);
        answer(window, header.from, reply, header.token,
               copy(header, place, asked) ? Failure::none : Failure::unmoved);
    }
    [[nodiscard]] static bool copy(const Header& header, char* place, const OfTransfer& asked) noexcept {
        if constexpr (channel::split::CopiesBetweenSpaces<Transport>)
            return header.kind == Kind::put_by_copy
                       ? Transport::read(header.from, asked.address, place, asked.piece.bytes)
                       : Transport::write(header.from, asked.address, place, asked.piece.bytes);
        return false;
    }
    static void read_for_put(const Window& window, const Header& header, char* place,
                             const OfTransfer& asked) noexcept {
        Header read = Sending::header_for(window, Kind::read_at_target);
        read.token = header.token;
        read.operation = header.from;
        if (!begin_to_read(header.from, asked, place, asked.piece.bytes, read))
            answer(window, header.from, Kind::moved, header.token, Failure::unmoved);
    }
    void show(const Window& window, const Header& header, const char* place, const Run& piece) noexcept {
        const Region region = Transport::register_memory(place, piece.bytes);
        if (region.registration == nullptr)
            return answer(window, header.from, Kind::shown, header.token, Failure::unmoved);
        const std::uint32_t token = shown_.add(*static_cast<Shown*>(region.registration));
        const OfTransfer shown{piece, region.address, region.key, token};
        answer(window, header.from, Kind::shown, header.token, Failure::none, &shown, sizeof shown);
    }
    void take_back(const Header& header, std::size_t bytes, const process::Rank& self) noexcept {
        Shown* const registration = shown_.find(header.token);
        if (registration == nullptr || bytes != 0) refuse(header, bytes, self);
        shown_.remove(header.token);
        Transport::deregister(registration);
    }

    // ---- at both

    // `read` comes to this rank when the read is over. False: there is none.
    [[nodiscard]] static bool begin_to_read(int from, const OfTransfer& asked, void* memory,
                                            std::size_t bytes, const Header& read) noexcept {
        Header failed = read;
        failed.error = Failure::unmoved;
        return Transport::template read_remotely<Service>(from, {nullptr, asked.address, asked.key}, memory,
                                                          bytes, read.from, read, failed);
    }

    channel::Tokens<Transfer> transfers_;
    channel::Tokens<Shown> shown_;
};

} // namespace sartor::one_sided
