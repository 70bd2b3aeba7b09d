// Conflicting accesses to a window (MPI-5.0 section 12.7), as a component of the engine in two forms: the
// first looks for none and costs nothing, the second keeps a log of each part (access_log.hpp), which is made
// before the window is used. Operations by message carry a record of record_bytes bytes for it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "components/one_sided/access_log.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/window.hpp"
#include "framework/slot.hpp"
#include "transports/truth_value.hpp"

namespace sartor::one_sided {

struct UndetectedConflicts {
    static constexpr std::string_view name = absent;
    static constexpr std::size_t record_bytes = 0;
    struct OfMove {};

    static char* write_record(Window&, int, bool, char* next) noexcept { return next; }
    static void begin_move(Window&, int, bool, OfMove&) noexcept {}
    template <class Pieces>
    [[nodiscard]] static bool may_move(Window&, const Pieces&, OfMove&) noexcept {
        return true;
    }
    template <class Pieces>
    [[nodiscard]] static bool may_access(Window&, const Pieces&, const char*, Conflict&) noexcept {
        return true;
    }
    template <class Target, class Operation>
    static void change(Window&, const Target&, Operation operation) noexcept {
        operation();
    }
    static void take_found(Window&, Failure, const void*) noexcept {}
    [[nodiscard]] static bool has_log(const Window&) noexcept { return false; }
    [[nodiscard]] static bool is_sound_record(const Window&, const char*) noexcept { return true; }
    [[nodiscard]] static bool is_sound_conflict(const Window&, const char*, std::size_t) noexcept {
        return false;
    }
    static void take_found(Window&, Failure, const OfMove&) noexcept {}
    [[nodiscard]] static bool complete(Window&, int, Conflict&) noexcept { return true; }
    static void drop(Window&) noexcept {}
};

struct DetectedConflicts {
    static constexpr std::string_view name = "detected by a log of accesses";
    static constexpr std::size_t record_bytes = sizeof(AccessRecord);
    using OfMove = Conflict; // its `one` is the access of the data that move

    // ---- at the initiator

    // The record of the access that is about to be sent to a rank, with a request of the program's or
    // without. Returns what is behind it.
    static char* write_record(Window& window, int rank, bool has_request, char* next) noexcept {
        const AccessRecord record = record_of(window, rank, has_request);
        std::memcpy(next, &record, sizeof record);
        return next + sizeof record;
    }
    static void begin_move(Window& window, int rank, bool has_request, Conflict& move) noexcept {
        move.one = record_of(window, rank, has_request);
    }
    // What the target has replied, if that is a conflict.
    static void take_found(Window& window, Failure failure, const void* conflict) noexcept {
        if (failure == Failure::conflict)
            std::memcpy(&window.log->own.found, conflict, sizeof window.log->own.found);
    }
    static void take_found(Window& window, Failure failure, const Conflict& conflict) noexcept {
        take_found(window, failure, static_cast<const void*>(&conflict));
    }

    // ---- at the target: false for an access that conflicts with another, which `conflict` then has

    template <class Pieces>
    [[nodiscard]] static bool may_access(Window& window, const Pieces& pieces, const char* record,
                                         Conflict& conflict) noexcept {
        std::memcpy(&conflict.one, record, sizeof conflict.one);
        return may_move(window, pieces, conflict);
    }
    template <class Pieces>
    [[nodiscard]] static bool may_move(Window& window, const Pieces& pieces, Conflict& conflict) noexcept {
        AccessRecord one = conflict.one;
        bool fits = true;
        if (window.log == nullptr || !one.is_noted) return true;
        for (int index = 0; fits && index < pieces.count; ++index) {
            one.first = static_cast<std::uint64_t>(pieces[index].offset);
            one.behind = one.first + pieces[index].bytes;
            fits = window.log->note(one, conflict);
        }
        return fits;
    }
    // Runs an operation that may change the `target` in a part. What it leaves there is kept where stores are
    // looked for.
    template <class Target, class Operation>
    static void change(Window& part, const Target& target, Operation operation) noexcept {
        if (part.log != nullptr) return part.log->perform(target, operation);
        operation();
    }
    // The accesses of a rank to the part are complete.
    [[nodiscard]] static bool complete(Window& part, int rank, Conflict& conflict) noexcept {
        return part.log->complete(rank, conflict);
    }
    static void drop(Window& part) noexcept { AccessLog::drop(std::exchange(part.log, nullptr)); }

    // ---- of messages

    [[nodiscard]] static bool has_log(const Window& window) noexcept { return window.log != nullptr; }
    [[nodiscard]] static bool is_sound_record(const Window& window, const char* record) noexcept {
        AccessRecord one;
        if (!channel::is_bool(record + offsetof(AccessRecord, is_noted)) ||
            !channel::is_bool(record + offsetof(AccessRecord, is_complete)) ||
            !channel::is_bool(record + offsetof(AccessRecord, is_seen)) ||
            !channel::is_bool(record + offsetof(AccessRecord, excludes_stores)) ||
            !channel::is_bool(record + offsetof(AccessRecord, is_over_at_origin)))
            return false;
        std::memcpy(&one, record, sizeof one);
        return one.use <= Use::store && one.origin >= 0 && one.origin < window.size &&
               one.function[sizeof one.function - 1] == '\0';
    }
    [[nodiscard]] static bool is_sound_conflict(const Window& window, const char* conflict,
                                                std::size_t bytes) noexcept {
        return window.log != nullptr && bytes == sizeof(Conflict) &&
               is_sound_record(window, conflict + offsetof(Conflict, one)) &&
               is_sound_record(window, conflict + offsetof(Conflict, other));
    }

  private:
    // What the target notes. An operation with a request may be complete long before the epoch is, which the
    // target can't know: it is not noted.
    [[nodiscard]] static AccessRecord record_of(Window& window, int rank, bool has_request) noexcept {
        AccessRecord record = window.log->own.next;
        if (has_request) record.is_noted = false;
        if (record.is_noted) window.log->own.touch(rank);
        return record;
    }
};

} // namespace sartor::one_sided
