// What operations by messages do at their target: in a handler, or when the machine has moved the data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "components/library_memory.hpp"
#include "components/one_sided/conflicts.hpp"
#include "components/one_sided/element_update.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/sending.hpp"
#include "components/one_sided/update.hpp"
#include "components/one_sided/window.hpp"
#include "runtime/process.hpp"
#include "transports/service.hpp"

namespace sartor::one_sided {

// The pieces of the own part that a message names.
struct Pieces {
    char* base;
    const char* runs;
    int count;

    [[nodiscard]] Run operator[](int index) const noexcept {
        Run run;
        std::memcpy(&run, runs + static_cast<std::size_t>(index) * sizeof run, sizeof run);
        return run;
    }
    [[nodiscard]] char* address(const Run& run) const noexcept { return base + run.offset; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t sum = 0;
        for (int index = 0; index < count; ++index) sum += (*this)[index].bytes;
        return sum;
    }
    template <class Visit>
    void for_each_piece(Visit visit) const noexcept {
        for (int index = 0; index < count; ++index)
            visit(static_cast<const void*>(address((*this)[index])), (*this)[index].bytes);
    }
    void gather_to(char* data) const noexcept {
        for (int index = 0; index < count; ++index) {
            const Run run = (*this)[index];
            std::memcpy(data, address(run), run.bytes);
            data += run.bytes;
        }
    }
    void scatter(const char* data) const noexcept {
        for (int index = 0; index < count; ++index) {
            const Run run = (*this)[index];
            std::memcpy(address(run), data, run.bytes);
            data += run.bytes;
        }
    }
};

// Of one rank: its windows. `Types`: see engine.hpp.
template <class Types>
class Target {
  public:
    void add(Window& window) noexcept {
        window.next = first_;
        first_ = &window;
    }
    void remove(Window& window) noexcept {
        Window** link = &first_;
        while (*link != &window) link = &(*link)->next;
        *link = window.next;
    }
    [[nodiscard]] bool has_windows() const noexcept { return first_ != nullptr; }
    // Null: it was freed.
    [[nodiscard]] Window* find(int context) const noexcept {
        Window* window = first_;
        while (window != nullptr && window->context != context) window = window->next;
        return window;
    }

    static void serve(Window& window, const Header& header, const char* contents, std::size_t bytes,
                      const process::Rank& self) noexcept {
        const Pieces pieces{window.base, contents + Conflicts::record_bytes, header.runs};
        const std::size_t front =
            Conflicts::record_bytes + static_cast<std::size_t>(header.runs) * sizeof(Run);
        const char* data = contents + front;
        for (int index = 0; index < header.runs; ++index)
            if (!window.has(pieces.address(pieces[index]), pieces[index].bytes))
                return reply(window, header, self, Failure::out_of_range, nullptr, 0);
        Conflict conflict;
        if (!Conflicts::may_access(window, pieces, contents, conflict))
            return reply(window, header, self, Failure::conflict, &conflict, sizeof conflict);
        if (header.kind == Kind::put) {
            Conflicts::change(window, pieces, [&] { pieces.scatter(data); });
            return reply(window, header, self, Failure::none, nullptr, 0);
        }
        const std::size_t size = pieces.bytes();
        auto* before = static_cast<char*>(allocate_for_library(size + 1));
        if (before == nullptr) process::end_without_memory("a one-sided operation");
        Conflicts::change(window, pieces, [&] {
            if (Types::may_update_elements && window.updates_elements &&
                serve_by_elements(window, pieces, header, before, data, size))
                return;
            const SpinGuard guard(window.updating);
            pieces.gather_to(before);
            if (header.kind == Kind::compare_and_swap && std::memcmp(before, data + size, size) == 0)
                pieces.scatter(data);
            if (header.kind == Kind::update) update(pieces, header, before, data, bytes - front);
        });
        reply(window, header, self, Failure::none, before, header.wants_result ? size : 0);
        std::free(before);
    }

    static void reply(const Window& window, const Header& header, const process::Rank& self, Failure error,
                      const void* data, std::size_t bytes) noexcept {
        Header reply = header;
        reply.kind = Kind::reply;
        reply.rank = window.rank;
        reply.error = error;
        if constexpr (channel::ReplyingTransport<Transport, Service>)
            Transport::template reply<Service>(process::rank(header.from), reply, data, bytes, self.number);
        else
            Sending::send(header.from, reply, data, bytes, self.number);
    }

    // Data that the machine has moved. Of a window that was freed: nobody waits for them.
    template <class M>
    [[nodiscard]] Failure copy_moved(M& one) noexcept {
        Window* const own = find(one.window->context);
        if (own == nullptr) return Failure::none;
        const Pieces pieces{own->base, reinterpret_cast<const char*>(one.pieces()), one.runs};
        for (int index = 0; index < one.runs; ++index)
            if (!own->has(pieces.address(pieces[index]), pieces[index].bytes)) return Failure::out_of_range;
        if (!Conflicts::may_move(*own, pieces, one.conflict)) return Failure::conflict;
        Conflicts::change(*own, pieces, [&] { copy_pieces(one, pieces); });
        return Failure::none;
    }

  private:
    using Storage = typename Types::Storage;
    using Updates = typename Types::Updates;
    using Conflicts = typename Types::Conflicts;
    using Sending = one_sided::Sending<Types>;
    using Transport = typename Sending::Transport;
    using Service = typename Sending::Service;

    // Between the pieces of the part and those of the initiator's data.
    template <class M>
    static void copy_pieces(const M& one, const Pieces& pieces) noexcept {
        int index = 0;
        std::size_t done = 0; // of the piece
        one.local.for_each_piece([&](const void* piece, std::size_t bytes) {
            for (auto* local = static_cast<char*>(const_cast<void*>(piece)); bytes > 0;) {
                const Run run = pieces[index];
                const std::size_t left = run.bytes - done;
                const std::size_t part = bytes < left ? bytes : left;
                char* const there = pieces.address(run) + done;
                std::memcpy(one.is_get ? local : there, one.is_get ? there : local, part);
                done += part;
                if (done == run.bytes) {
                    ++index;
                    done = 0;
                }
                local += part;
                bytes -= part;
            }
        });
    }

    // False: it is to be done under the lock.
    [[nodiscard]] static bool serve_by_elements(Window& window, const Pieces& pieces, const Header& header,
                                                char* before, const char* data, std::size_t size) noexcept {
        if (header.kind == Kind::compare_and_swap) {
            if (pieces.count != 1 || !is_word(pieces.address(pieces[0]), size)) return false;
            swap_word(pieces.address(pieces[0]), data, data + size, before, size);
            return true;
        }
        if (header.kind != Kind::update) return false;
        const Update how = Updates::of(header.operation, header.item);
        if (!goes_by_elements(how)) return false;
        std::size_t done = 0;
        for (int index = 0; index < pieces.count; ++index) {
            const Run run = pieces[index];
            update_elements(pieces.address(run), data + done, before + done, run.bytes, how, window.updating);
            done += run.bytes;
        }
        return true;
    }
    static void update(const Pieces& pieces, const Header& header, const char* before, const char* data,
                       std::size_t bytes) noexcept {
        const Update how = Updates::of(header.operation, header.item);
        if (how.change == Change::nothing) return;
        const std::size_t size = pieces.bytes();
        auto* after = static_cast<char*>(allocate_for_library(size + 1));
        if (after == nullptr) process::end_without_memory("a one-sided operation");
        std::memcpy(after, before, size);
        const Storage target{after, size};
        if (!one_sided::update(target, Storage{const_cast<char*>(data), bytes},
                               static_cast<const Storage*>(nullptr), how))
            process::end_without_memory("a one-sided operation");
        pieces.scatter(after);
        std::free(after);
    }

    Window* first_ = nullptr;
};

} // namespace sartor::one_sided
