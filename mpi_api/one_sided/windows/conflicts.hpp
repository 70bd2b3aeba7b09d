// Conflicting accesses of programs built with --checked (MPI-5.0 section 12.7): of operations, and of
// operations with stores of the program's own. Loads are not seen.
#pragma once

#include <cstdio>

#include "components/process/reports/location.hpp"
#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi {

template <class Program>
void CheckedWindows::expose(Call<Program>& call, WindowObject& window) noexcept {
    window.part.log->expose(process::call_site_of(*process::current, call.site()), process::current->call);
}

namespace internal {

[[nodiscard]] constexpr const char* with_article(one_sided::Use use) noexcept {
    switch (use) {
    case one_sided::Use::put:
        return "a put";
    case one_sided::Use::get:
        return "a get";
    case one_sided::Use::fetch:
        return "a fetch by MPI_NO_OP";
    case one_sided::Use::update:
        return "an accumulate";
    case one_sided::Use::store:
        break;
    }
    return "a store";
}

[[nodiscard]] constexpr const char* reason_of(one_sided::Use one, one_sided::Use other) noexcept {
    const bool are_updates = one == one_sided::Use::update && other == one_sided::Use::update;
    return are_updates ? " by other operations or datatypes" : "";
}

// An access in words, with the call that made it, or after which it happened.
struct AccessText {
    explicit AccessText(const one_sided::AccessRecord& access) noexcept {
        char place[256];
        char called[304] = "";
        if (process::describe_location(*process::current, access.site, place, sizeof place))
            std::snprintf(called, sizeof called, ", called in %s", place);
        if (access.use != one_sided::Use::store) {
            std::snprintf(
                text, sizeof text, "%s of rank %d %s (%s%s)", with_article(access.use), access.origin,
                access.is_complete ? "that is complete, but not ordered before it by messages or locks"
                                   : "in the same epoch",
                access.function, called);
            return;
        }
        const auto first = static_cast<unsigned long long>(access.first);
        const auto last = static_cast<unsigned long long>(access.behind - 1);
        char bytes[64];
        if (first == last)
            std::snprintf(bytes, sizeof bytes, "byte %llu", first);
        else
            std::snprintf(bytes, sizeof bytes, "bytes %llu to %llu", first, last);
        const bool exposed = access.function[0] != '\0';
        std::snprintf(text, sizeof text, "a store to %s of rank %d's part%s%s%s%s", bytes, access.origin,
                      exposed ? " (after its " : "", access.function, called, exposed ? ")" : "");
    }

    char text[560];
};

template <class Program>
[[gnu::cold]] int report_conflict(Call<Program>& call, const one_sided::Conflict& conflict) noexcept {
    return call.template fail<MPI_ERR_RMA_CONFLICT>(
        "%s and %s access the same memory%s", AccessText(conflict.one).text, AccessText(conflict.other).text,
        reason_of(conflict.one.use, conflict.other.use));
}
template <class Program>
[[gnu::cold]] int report_broken_promise(Call<Program>& call, const one_sided::AccessRecord& change) noexcept {
    return call.template fail<MPI_ERR_ASSERT>(
        "MPI_MODE_NOPUT was promised for this rank's part, which %s changes", AccessText(change).text);
}
// A number for the operation of an update and the predefined datatype of its data, which must be the only
// ones at their place in an epoch, besides MPI_REPLACE and MPI_NO_OP: others are for windows whose hint
// accumulate_ops is not the default; 0: none.
[[nodiscard]] inline int only_operation(const WindowObject& window, MPI_Op op, std::intptr_t item) noexcept {
    if (op == MPI_REPLACE || op == MPI_NO_OP || window.info != nullptr) return 0;
    constexpr int datatypes = 1024;
    return static_cast<int>(value_of(op)) * datatypes + static_cast<int>(item % datatypes);
}

// Accesses that are complete are kept where all ranks are in reach, with one thread each, and what they do in
// memory is no way to tell others.
template <class Program>
[[nodiscard]] bool keeps_complete_accesses(const WindowObject& window) noexcept {
    using Engine = one_sided::Engine<one_sided_types<Program>>;
    return !Engine::has_far && !Interface<Program>::types::Callers::many &&
           window.flavor != MPI_WIN_FLAVOR_SHARED;
}
// Locks alone let others access the part of a rank meanwhile.
[[nodiscard]] inline bool shares_lock(const WindowObject& window, int rank) noexcept {
    return window.held != nullptr && window.held[rank] == Held::shared;
}
template <class Program>
[[nodiscard]] const RankProgress& progress_of(Call<Program>& call, const WindowObject& window,
                                              int rank) noexcept {
    const int number = process_rank(call, window, rank);
    return process::state_of<const RankState<Program>>(process::rank(number)).progress;
}

// Whether a complete access of another rank may be ordered before the access that this rank begins to a part:
// the other or the owner of the part, which sees what happens there, may have told this rank of it, by
// messages or by other accesses. This rank may have seen itself what happened in its own part.
template <class Program>
[[nodiscard]] bool may_be_ordered(Call<Program>& call, WindowObject& window, int target,
                                  const one_sided::AccessRecord& other) noexcept {
    using Engine = one_sided::Engine<one_sided_types<Program>>;
    if (!shares_lock(window, target) || target == window.part.rank) return true;
    if (RankProgress::exclusive_locks() != other.counts.exclusive_locks) return true;
    const auto has_told_nobody = [&](int rank, unsigned calls) {
        const bool has_left = Engine::near(window.part, rank)->log->owner_has_left;
        return progress_of(call, window, rank).has_told_nobody_since(calls, call.state().progress, has_left);
    };
    return !has_told_nobody(other.origin, other.counts.origin) ||
           (target != other.origin && !has_told_nobody(target, other.counts.owner));
}

} // namespace internal

inline void CheckedWindows::leave(WindowObject& window) noexcept {
    window.part.log->owner_has_left = true;
}

template <class Program, class Access>
bool CheckedWindows::may_access(Call<Program>& call, WindowObject& window, const Access& access,
                                one_sided::Use use, int joins_by) noexcept {
    one_sided::AccessRecord one{.use = use,
                                .is_noted = true,
                                .excludes_stores = window.fence_is_open || window.accessed != nullptr,
                                .origin = window.part.rank,
                                .joins_by = joins_by,
                                .epoch = window.fences,
                                .site = process::call_site_of(*process::current, call.site())};
    one_sided::AccessLog::name(one, process::current->call);
    if (access.theirs == nullptr) {
        window.part.log->own.next = one;
        return true;
    }
    bool fits = true;
    access.storage.for_each_piece([&](const void* piece, std::size_t bytes) {
        one.first =
            reinterpret_cast<std::uintptr_t>(piece) - reinterpret_cast<std::uintptr_t>(access.theirs->base);
        one.behind = one.first + bytes;
        one_sided::Conflict conflict;
        const auto is_ordered = [&](const one_sided::AccessRecord& other) {
            return internal::may_be_ordered(call, window, access.rank.in_window, other);
        };
        if (!fits || access.theirs->log->note(one, conflict, is_ordered)) return;
        fits = false;
        call.template fail<MPI_ERR_RMA_CONFLICT>(
            "%s of this rank and %s access the same memory%s", internal::with_article(use),
            internal::AccessText(conflict.other).text, internal::reason_of(use, conflict.other.use));
    });
    return fits;
}

template <class Program>
int CheckedWindows::report_found_conflict(Call<Program>& call, const WindowObject& window) noexcept {
    return internal::report_conflict(call, window.part.log->own.found);
}
template <class Program>
int CheckedWindows::report_conflict(Call<Program>& call, WindowObject&, const AtFence& found) noexcept {
    return found.conflicts ? internal::report_conflict(call, found.conflict) : MPI_SUCCESS;
}
template <class Program>
int CheckedWindows::report_broken_promise(Call<Program>& call, const AtFence& found) noexcept {
    return found.broken ? internal::report_broken_promise(call, found.change) : MPI_SUCCESS;
}

template <class Program>
void CheckedWindows::look_at_fence(Call<Program>& call, WindowObject& window, AtFence& found,
                                   int& error) noexcept {
    found.broken = window.promises_no_put && window.part.log->find_change(found.change);
    found.conflicts = !window.part.log->complete_all(found.conflict);
    expose(call, window);
    if (error == MPI_SUCCESS) error = barrier(call, window.comm);
}

template <class Program>
int CheckedWindows::end_exposure(Call<Program>& call, WindowObject& window) noexcept {
    AtFence found;
    found.broken = window.promises_no_put && window.part.log->find_change(found.change);
    found.conflicts = !window.part.log->complete_all(found.conflict);
    const int error = report_conflict(call, window, found);
    return error != MPI_SUCCESS ? error : report_broken_promise(call, found);
}

} // namespace sartor::mpi
