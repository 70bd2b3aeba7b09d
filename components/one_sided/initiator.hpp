// One-sided operations by messages, at the rank that calls them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "components/library_memory.hpp"
#include "components/one_sided/conflicts.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/moves.hpp"
#include "components/one_sided/sending.hpp"
#include "components/one_sided/soundness.hpp"
#include "components/one_sided/window.hpp"
#include "runtime/process.hpp"
#include "transports/service.hpp"
#include "transports/tokens.hpp"

namespace sartor::one_sided {

// Of one rank. The pieces of `target` are offsets in the part of a rank. An operation is complete at the
// target when wait_for() has returned; until then results, and data that the machine moves, must not be
// touched; what goes by message has been copied. `Types`: see engine.hpp.
template <class Types>
class Initiator {
  public:
    using Storage = typename Types::Storage;

    void put_far(Window& window, Peer rank, const Storage& target, const Storage& data) noexcept {
        request(window, rank, Kind::put, target, data, nullptr, {});
    }
    void get_far(Window& window, Peer rank, const Storage& target, const Storage& result) noexcept {
        request(window, rank, Kind::get, target, {}, &result, {});
    }
    void update_far(Window& window, Peer rank, const Storage& target, const Storage& operands,
                    const Storage* result, int operation, int item) noexcept {
        Header header;
        header.operation = operation;
        header.item = item;
        request(window, rank, Kind::update, target, operands, result, header);
    }
    // `both`: the new value, and behind it the one to compare with.
    void compare_and_swap_far(Window& window, Peer rank, const Storage& target, const Storage& both,
                              const Storage& result) noexcept {
        request(window, rank, Kind::compare_and_swap, target, both, &result, {});
    }

    // Operations from now on count for a request, as long as they use the program's memory; null: for none.
    void follow(Ticket* ticket) noexcept { followed_ = ticket; }

    // Return when the window's operations by messages are complete: all, or those at one rank. Give the error
    // of one that failed.
    [[nodiscard]] Failure wait_for_all(Window& window) noexcept {
        if constexpr (has_far) Sending::communicator().wait_until([&] { return window.unacknowledged == 0; });
        return std::exchange(window.failed, Failure::none);
    }
    [[nodiscard]] Failure wait_for(Window& window, int rank) noexcept {
        if constexpr (has_far)
            Sending::communicator().wait_until(
                [&] { return window.outstanding == nullptr || window.outstanding[rank] == 0; });
        return std::exchange(window.failed, Failure::none);
    }

    // The accesses at a rank are complete, which it is told; the reply is waited for like those of
    // operations.
    void complete_far(Window& window, Peer rank) noexcept {
        if (window.log->own.leave(rank.in_window))
            post_counted(window, rank, Sending::header_for(window, Kind::flush));
    }

    void take_reply(Window& window, const Header& header, const char* data, std::size_t bytes) noexcept {
        PendingResult* const pending = header.wants_result ? pending_.find(header.token) : nullptr;
        if (!is_sound_reply(window, header, pending, data, bytes))
            refuse(header, bytes, process::rank(window.owner));
        count_off(window, header.rank);
        if (header.error != Failure::none) window.failed = header.error;
        Conflicts::take_found(window, header.error, data);
        if (pending == nullptr) return;
        pending_.remove(header.token);
        if (pending->ticket != nullptr) --pending->ticket->pending;
        if (header.error == Failure::none) Storage{const_cast<char*>(data), bytes}.copy_to(pending->result);
        pending->~PendingResult();
        std::free(pending);
    }

    // A message that a reply follows, which is waited for like those of operations.
    static void post_counted(Window& window, Peer rank, const Header& header, const void* data = nullptr,
                             std::size_t bytes = 0) noexcept {
        count(window, rank.in_window);
        Sending::send(rank.in_process, header, data, bytes, window.owner);
    }

  protected:
    [[nodiscard]] Ticket* followed() const noexcept { return followed_; }
    static void count_off(Window& window, int rank) noexcept {
        --window.unacknowledged;
        --window.outstanding[rank];
    }

  private:
    using Sending = one_sided::Sending<Types>;
    using Transport = typename Sending::Transport;
    using Service = typename Sending::Service;
    using Conflicts = typename Types::Conflicts;
    static constexpr bool has_far = Sending::has_far;
    using Moving = one_sided::Moving<Transport, Storage, Conflicts>;

    // A result that is requested.
    struct PendingResult {
        PendingResult* next;
        Storage result;
        Ticket* ticket; // may be null
    };

    // One is awaited, and the result is as long as was requested.
    [[nodiscard]] static bool is_sound_reply(const Window& window, const Header& header,
                                             const PendingResult* pending, const char* data,
                                             std::size_t bytes) noexcept {
        if (window.outstanding == nullptr || window.outstanding[header.rank] == 0) return false;
        if (header.wants_result && pending == nullptr) return false;
        switch (header.error) {
        case Failure::none:
            return pending == nullptr || pending->result.bytes == bytes;
        case Failure::out_of_range:
        case Failure::no_memory:
            return true;
        case Failure::conflict:
            return Conflicts::is_sound_conflict(window, data, bytes);
        case Failure::unmoved:
            return false; // is no reply's
        }
        return false;
    }

    static void count(Window& window, int rank) noexcept {
        if (window.outstanding == nullptr)
            window.outstanding = static_cast<std::int32_t*>(allocate_zeros_for_library(
                static_cast<std::size_t>(window.size), sizeof *window.outstanding));
        if (window.outstanding == nullptr) process::end_without_memory("a one-sided operation");
        ++window.unacknowledged;
        ++window.outstanding[rank];
    }

    void request(Window& window, Peer rank, Kind kind, const Storage& target, const Storage& data,
                 const Storage* result, Header header) noexcept {
        if constexpr (!has_far) return;
        if constexpr (channel::MovingTransport<Transport>)
            if ((kind == Kind::put || kind == Kind::get) &&
                Transport::is_moved(process::rank(rank.in_process),
                                    sizeof(Header) + sizeof(Run) + target.bytes))
                return move(window, rank, target, kind == Kind::put ? data : *result, kind == Kind::get);
        const Header plain = Sending::header_for(window, kind);
        header.kind = plain.kind;
        header.from = plain.from;
        header.context = plain.context;
        header.rank = plain.rank;
        target.for_each_piece([&](const void*, std::size_t) { ++header.runs; });
        const std::size_t front =
            Conflicts::record_bytes + static_cast<std::size_t>(header.runs) * sizeof(Run);
        auto* message = static_cast<char*>(allocate_for_library(front + data.bytes + 1));
        if (message == nullptr) process::end_without_memory("a one-sided operation");
        char* next = Conflicts::write_record(window, rank.in_window, followed_ != nullptr, message);
        target.for_each_piece([&](const void* piece, std::size_t bytes) {
            const Run run{static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(piece)), bytes};
            std::memcpy(next, &run, sizeof run);
            next += sizeof run;
        });
        if (data.bytes > 0) data.gather_to(next);
        if (result != nullptr) {
            void* memory = allocate_for_library(sizeof(PendingResult));
            if (memory == nullptr) process::end_without_memory("a one-sided operation");
            header.wants_result = true;
            header.token = pending_.add(*new (memory) PendingResult{nullptr, *result, followed_});
            if (followed_ != nullptr) ++followed_->pending;
        }
        post_counted(window, rank, header, message, front + data.bytes);
        std::free(message);
    }

    template <class T = Transport>
    void move(Window& window, Peer rank, const Storage& target, const Storage& local, bool is_get) noexcept {
        int runs = 0;
        target.for_each_piece([&](const void*, std::size_t) { ++runs; });
        void* memory = allocate_for_library(sizeof(Moving) + static_cast<std::size_t>(runs) * sizeof(Run));
        if (memory == nullptr) process::end_without_memory("a one-sided operation");
        auto* one = new (memory) Moving{.move = {},
                                        .window = &window,
                                        .initiator = process::current,
                                        .owner = &process::rank(rank.in_process),
                                        .target = rank.in_window,
                                        .runs = 0,
                                        .local = local,
                                        .is_get = is_get,
                                        .failed = Failure::none,
                                        .ticket = followed_,
                                        .conflict = {}};
        target.for_each_piece([&](const void* piece, std::size_t bytes) {
            one->pieces()[one->runs++] = {static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(piece)),
                                          bytes};
            one->move.add(bytes);
        });
        Conflicts::begin_move(window, rank.in_window, followed_ != nullptr, one->conflict);
        one->move.object = one;
        one->move.arrived = [](void* object) noexcept {
            auto& there = *static_cast<Moving*>(object);
            there.failed = Service::Receiver::of(*there.owner).copy_moved(there);
        };
        one->move.complete = [](void* object) noexcept { end_move(*static_cast<Moving*>(object)); };
        count(window, rank.in_window);
        if (followed_ != nullptr) ++followed_->pending;
        is_get ? T::move_from(one->move, *one->owner) : T::move_to(one->move, *one->owner);
    }

    template <class M>
    static void end_move(M& one) noexcept {
        count_off(*one.window, one.target);
        if (one.failed != Failure::none) one.window->failed = one.failed;
        Conflicts::take_found(*one.window, one.failed, one.conflict);
        if (one.ticket != nullptr) --one.ticket->pending;
        Sending::wake(*one.initiator);
        one.~M();
        std::free(&one);
    }

    Ticket* followed_ = nullptr;
    channel::Tokens<PendingResult> pending_;
};

} // namespace sartor::one_sided
