// Long puts and gets by remote reads (channel/split/remote_reads.hpp): the rank that needs the data has them
// read out of the memory of the rank that has them, without copies by the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "components/channel/split/remote_reads.hpp"
#include "components/channel/tokens.hpp"
#include "components/library_memory.hpp"
#include "components/one_sided/initiator.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/sending.hpp"
#include "components/one_sided/soundness.hpp"
#include "components/one_sided/window.hpp"
#include "components/process/process.hpp"

namespace sartor::one_sided {

// Whether long operations are done so. Not where conflicts are looked for: what changes a part there does it
// in one piece.
template <class Types>
inline constexpr bool goes_by_reads =
    channel::split::ReadsRemotelyFor<typename Types::Transport, Service<typename Types::State>>&&
        Types::Conflicts::record_bytes == 0;

// An Initiator, and both sides of operations by remote reads. For a put the initiator registers the data, and
// the target reads them; for a get the target registers a piece of its part, and the initiator reads that.
// What the transport does not register or read, and what is not in one piece at both sides, goes by a
// message. `Types`: see engine.hpp.
template <class Types>
class RemoteReads : public Initiator<Types> {
    using Base = Initiator<Types>;
    using Sending = one_sided::Sending<Types>;
    using Transport = typename Sending::Transport;
    using Service = typename Sending::Service;
    using Region = channel::split::Region;

  public:
    using Storage = typename Types::Storage;

    void put_far(Window& window, Peer rank, const Storage& target, const Storage& data) noexcept {
        const Run piece = only_piece(target);
        const void* const memory = data.stretch();
        if (piece.bytes < least_put || memory == nullptr) return Base::put_far(window, rank, target, data);
        const Region region = Transport::register_memory(memory, data.bytes);
        if (region.registration == nullptr) return Base::put_far(window, rank, target, data);
        begin(Kind::put_by_read, {&window, rank, piece, const_cast<void*>(memory), region.registration},
              region);
    }
    void get_far(Window& window, Peer rank, const Storage& target, const Storage& result) noexcept {
        const Run piece = only_piece(target);
        void* const memory = result.stretch();
        if (piece.bytes < least_get || memory == nullptr || !Transport::reads_remotely(result.bytes))
            return Base::get_far(window, rank, target, result);
        begin(Kind::get_by_read, {&window, rank, piece, memory}, {});
    }

    // ---- by the transport: what has come for this rank

    // Of the kinds that is_of_read(). `window`: the own part; null: it was freed.
    void handle_read(Window* window, const Header& header, const char* contents, std::size_t bytes,
                     process::Rank& self) noexcept {
        if (header.kind == Kind::taken) return take_back(header, bytes, self);
        if (window == nullptr) return; // no rank waits
        if (!is_sound_read(*window, header, bytes)) refuse(header, bytes, self);
        OfRead of_read;
        if (bytes > 0) std::memcpy(&of_read, contents, bytes);
        switch (header.kind) {
        case Kind::put_by_read:
            return read_for_put(*window, header, of_read);
        case Kind::get_by_read:
            return show_for_get(*window, header, of_read.piece);
        case Kind::shown:
            return read_for_get(*window, header, of_read, self);
        case Kind::read_at_target:
            return answer(*window, header.operation, Kind::read_over, header.token, header.error);
        default:
            return end(begun(*window, header, self), header.error);
        }
    }

  private:
    // From here on they take less time than messages of their own data, over TCP (docs/performance.md).
    static constexpr std::size_t least_put = std::size_t{32} << 10;
    static constexpr std::size_t least_get = std::size_t{48} << 10; // one message more each way

    // One that this rank has begun. `memory`: the data of a put, or where those of a get go.
    struct Transfer {
        Window* window;
        Peer target;
        Run piece;
        void* memory;
        void* registration = nullptr;   // of the data of a put
        std::uint32_t shown = no_token; // of the target's memory, of a get once it is read
        std::uint32_t token = no_token; // its own
        Ticket* ticket = nullptr;

        [[nodiscard]] bool is_put() const noexcept { return registration != nullptr; }
    };
    // Own memory that a get of another rank reads.
    struct Shown;
    static constexpr std::uint32_t no_token = channel::Tokens<Transfer>::none;

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
    // What follows the header of a message.
    [[nodiscard]] static constexpr std::size_t length_of(Kind kind, Failure error) noexcept {
        switch (kind) {
        case Kind::put_by_read:
            return sizeof(OfRead);
        case Kind::get_by_read:
            return sizeof(Run);
        case Kind::shown:
            return error == Failure::none ? sizeof(OfRead) : 0;
        default:
            return 0;
        }
    }
    // What only this rank sends, it sends to itself.
    [[nodiscard]] static bool is_sound_read(const Window& window, const Header& header,
                                            std::size_t bytes) noexcept {
        const bool is_own = header.kind == Kind::read_at_target || header.kind == Kind::read_at_initiator;
        const bool is_known_error = header.error == Failure::none || header.error == Failure::out_of_range ||
                                    header.error == Failure::unread;
        return is_known_error && is_rank(header.from) && is_own == (header.from == window.owner) &&
               (header.kind != Kind::read_at_target || is_rank(header.operation)) &&
               bytes == length_of(header.kind, header.error);
    }
    [[nodiscard]] static bool is_rank(int number) noexcept { return number >= 0 && number < process::size(); }

    // ---- at the initiator

    void begin(Kind kind, const Transfer& transfer, const Region& region) noexcept {
        void* const memory = allocate_for_library(sizeof(Transfer));
        if (memory == nullptr) end_without_memory();
        auto& one = *new (memory) Transfer(transfer);
        one.token = transfers_.add(one);
        one.ticket = this->followed();
        if (one.ticket != nullptr) ++one.ticket->pending;
        Header header = Sending::header_for(*one.window, kind);
        header.runs = 1;
        header.token = one.token;
        const OfRead of_read{one.piece, region.address, region.key};
        Base::post_counted(*one.window, one.target, header, &of_read, length_of(kind, Failure::none));
    }
    // The transfer that a message is about, which its target has sent, or this rank itself.
    [[nodiscard]] Transfer& begun(const Window& window, const Header& header,
                                  const process::Rank& self) noexcept {
        Transfer* const one = transfers_.find(header.token);
        if (one == nullptr || one->window != &window || (header.kind == Kind::read_over) != one->is_put() ||
            (header.kind == Kind::read_at_initiator) != (one->shown != no_token) ||
            (header.kind != Kind::read_at_initiator && header.from != one->target.in_process))
            refuse(header, 0, self);
        return *one;
    }
    // The target shows the piece that a get is of, or says why not.
    void read_for_get(Window& window, const Header& header, const OfRead& of_read,
                      process::Rank& self) noexcept {
        Transfer& one = begun(window, header, self);
        if (header.error != Failure::none) return end(one, header.error);
        one.shown = of_read.shown;
        Header read = Sending::header_for(window, Kind::read_at_initiator);
        read.token = header.token;
        if (!begin_to_read(header.from, of_read, one.memory, one.piece.bytes, read))
            end(one, Failure::unread);
    }
    // What could not be read goes by a message.
    void end(Transfer& one, Failure failure) noexcept {
        if (one.is_put()) Transport::deregister(one.registration);
        if (one.shown != no_token)
            answer(*one.window, one.target.in_process, Kind::taken, one.shown, Failure::none);
        if (failure == Failure::unread)
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
        if (one.is_put())
            Base::put_far(*one.window, one.target, target, local);
        else
            Base::get_far(*one.window, one.target, target, local);
        this->follow(before);
    }

    // ---- at the target

    void read_for_put(Window& window, const Header& header, const OfRead& of_read) noexcept {
        char* const place = window.base + of_read.piece.offset;
        if (!window.has(place, of_read.piece.bytes))
            return answer(window, header.from, Kind::read_over, header.token, Failure::out_of_range);
        Header read = Sending::header_for(window, Kind::read_at_target);
        read.token = header.token;
        read.operation = header.from;
        if (!begin_to_read(header.from, of_read, place, of_read.piece.bytes, read))
            answer(window, header.from, Kind::read_over, header.token, Failure::unread);
    }
    void show_for_get(Window& window, const Header& header, const Run& piece) noexcept {
        char* const place = window.base + piece.offset;
        if (!window.has(place, piece.bytes))
            return answer(window, header.from, Kind::shown, header.token, Failure::out_of_range);
        const Region region = Transport::register_memory(place, piece.bytes);
        if (region.registration == nullptr)
            return answer(window, header.from, Kind::shown, header.token, Failure::unread);
        const std::uint32_t token = shown_.add(*static_cast<Shown*>(region.registration));
        const OfRead of_read{piece, region.address, region.key, token};
        answer(window, header.from, Kind::shown, header.token, Failure::none, &of_read, sizeof of_read);
    }
    void take_back(const Header& header, std::size_t bytes, const process::Rank& self) noexcept {
        Shown* const registration = shown_.find(header.token);
        if (registration == nullptr || bytes != 0) refuse(header, bytes, self);
        shown_.remove(header.token);
        Transport::deregister(registration);
    }

    // ---- at both

    // `read` comes to this rank when the read is over. False: there is none.
    [[nodiscard]] static bool begin_to_read(int from, const OfRead& of_read, void* memory, std::size_t bytes,
                                            const Header& read) noexcept {
        Header failed = read;
        failed.error = Failure::unread;
        return Transport::template read_remotely<Service>(from, {nullptr, of_read.address, of_read.key},
                                                          memory, bytes, read.from, read, failed);
    }
    static void answer(const Window& window, int rank, Kind kind, std::uint32_t token, Failure error,
                       const void* data = nullptr, std::size_t bytes = 0) noexcept {
        Header header = Sending::header_for(window, kind);
        header.token = token;
        header.error = error;
        Sending::send(rank, header, data, bytes, window.owner);
    }

    channel::Tokens<Transfer> transfers_;
    channel::Tokens<Shown> shown_;
};

} // namespace sartor::one_sided
