// Conflicting accesses of windows, in programs built with --checked (MPI-5.0 section 12.7): of operations,
// and of operations with loads and stores of the program's own.
#pragma once

#include <boost/mp11/list.hpp>

#include "aspects/call/checked/order_of_events.hpp"
#include "aspects/call/checked/own_accesses.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/one_sided/fence.hpp"
#include "mpi_api/one_sided/windows/completion.hpp"

namespace sartor::mpi::checked {

template <class Program>
[[gnu::cold]] int report_conflict(Call<Program>& call, const one_sided::Conflict& conflict) noexcept {
    if (process::suppresses(*process::current, "MPI_ERR_RMA_CONFLICT", conflict.one.site,
                            conflict.other.site))
        return MPI_SUCCESS;
    return call.template fail<MPI_ERR_RMA_CONFLICT>(
        "%s and %s access the same memory%s; %s", AccessText(conflict.one).text,
        AccessText(conflict.other).text, reason_of(conflict.one, conflict.other),
        Remedy(conflict.one, conflict.other).text);
}
template <class Program>
[[gnu::cold]] int report_broken_promise(Call<Program>& call, const one_sided::AccessRecord& change) noexcept {
    return call.template fail<MPI_ERR_ASSERT>(
        "MPI_MODE_NOPUT was promised for this rank's part, which %s changes", AccessText(change).text);
}
// Accesses that are complete are kept where all ranks are in reach, and what they do in memory is no unseen
// way to tell others.
template <class Program>
[[nodiscard]] bool keeps_complete_accesses(const WindowObject& window) noexcept {
    using Engine = one_sided::Engine<one_sided_types<Program>>;
    return !Engine::has_far &&
           (window.flavor != MPI_WIN_FLAVOR_SHARED || sartor_rank_watched_memory.is_looked_at());
}
// Whether a rank of the window is known to have made an access before what this rank does now.
template <class Program>
[[nodiscard]] bool is_known(RankState<Program>& state, const WindowObject& window, int rank,
                            std::uint32_t event) noexcept {
    if (!keeps_complete_accesses<Program>(window)) return true;
    return knows_event(state, state.communicators.find(window.comm)->group->member(rank), event);
}

// Each part of a window has a log of the accesses to it (components/one_sided/access_log.hpp): costs a look
// at it for each operation, and where a part is exposed a copy of it.
struct WindowConflicts {
    static constexpr std::string_view name = "accesses of windows don't conflict";
    using points =
        boost::mp11::mp_list<point::PartIsMade, point::PartIsDropped, point::WindowIsLeft,
                             point::WindowIsExposed, point::TargetAccessed, point::FenceIsReached,
                             point::FenceIsPassed, point::PromisesOfFence, point::ExposureEnds,
                             point::TargetRefuses, point::NearAccessesEnd, point::AccessesEnd,
                             point::LocalFlushBegins, point::LocalFlushHasEnded, point::MemoryIsAccessed,
                             point::MemoryIsPolled, point::MemoryIsAttached, point::MemoryIsDetached>;

    template <class Program>
    static bool at(point::PartIsMade, Call<Program>&, one_sided::Window& part) noexcept {
        part.log = one_sided::AccessLog::make(part.base, part.bytes, part.rank, part.size);
        if (part.log == nullptr) return false;
        const process::Access memory = memory_of(part);
        sartor_rank_watched_memory.begin(memory.first, memory.behind);
        return true;
    }
    template <class Program>
    static void at(point::PartIsDropped, Call<Program>& call, one_sided::Window& part) noexcept {
        const process::Access memory = memory_of(part);
        if (part.log != nullptr) sartor_rank_watched_memory.end(memory.first, memory.behind);
        for (const auto* one = part.attached; part.log != nullptr && one != nullptr; one = one->next)
            at(point::MemoryIsDetached(), call, part, *one);
        one_sided::DetectedConflicts::drop(part);
    }
    template <class Program>
    static void at(point::WindowIsLeft, Call<Program>&, WindowObject& window) noexcept {
        window.part.log->owner_has_left = true;
    }
    template <class Program>
    static void at(point::WindowIsExposed, Call<Program>& call, WindowObject& window) noexcept {
        window.part.log->expose(process::call_site_of(*process::current, call.site()),
                                process::current->call);
    }

    // Notes an access where memory is shared, and leaves it to the target elsewhere. MPI_ERR_RMA_CONFLICT.
    template <class Program, class Access>
    static bool at(point::TargetAccessed, Call<Program>& call, WindowObject& window, const Access& access,
                   one_sided::Use use, MPI_Op op = MPI_OP_NULL, std::intptr_t item = 0) noexcept {
        one_sided::AccessRecord one{.use = use,
                                    .is_noted = true,
                                    .excludes_stores = window.fence_is_open || window.accessed != nullptr,
                                    .origin = window.part.rank,
                                    .maker = process::current->number,
                                    .elements = elements_of(call, window, op, item),
                                    .epoch = window.fences,
                                    .site = process::call_site_of(*process::current, call.site())};
        one.name(process::current->call);
        if (access.theirs == nullptr) {
            window.part.log->own.next = one;
            return true;
        }
        bool fits = true;
        access.storage.for_each_piece([&](const void* piece, std::size_t bytes) {
            one.first = reinterpret_cast<std::uintptr_t>(piece) -
                        reinterpret_cast<std::uintptr_t>(access.theirs->base);
            one.behind = one.first + bytes;
            one_sided::Conflict conflict;
            const int target = access.rank.in_window;
            const auto is_ordered = [&](const one_sided::AccessRecord& other) {
                return is_known(call.state(), window, other.origin, other.event);
            };
            const auto has_told = [&](const one_sided::LocalAccess& local) {
                return local.rank == window.part.rank ||
                       is_known(call.state(), window, local.rank, local.event);
            };
            const auto is_known_of_other = [&](const one_sided::AccessRecord& other) {
                return !keeps_complete_accesses<Program>(window) ||
                       knows_event(call.state(), other.maker, other.event);
            };
            one.event = event_of_update(call, window, use);
            if (!fits) return;
            one_sided::AccessLog& log = *access.theirs->log;
            if (log.note(one, conflict, is_ordered, has_told) &&
                !log.find_in_other_windows(one, is_known_of_other, conflict.other))
                return tell_by(call, window, target, log.told, one);
            if (const void* const place = conflict.other.place) {
                const int owner = internal::process_rank(call, window, conflict.other.origin);
                conflict.other.site = process::call_site_of(process::rank(owner), place);
            }
            if (process::suppresses(*process::current, "MPI_ERR_RMA_CONFLICT", one.site, conflict.other.site))
                return;
            fits = false;
            call.template fail<MPI_ERR_RMA_CONFLICT>("%s of this rank and %s access the same memory%s; %s",
                                                     with_article(use), AccessText(conflict.other).text,
                                                     reason_of(one, conflict.other),
                                                     Remedy(one, conflict.other).text);
        });
        return fits;
    }
    template <class Program>
    static int at(point::TargetRefuses, Call<Program>& call, WindowObject& window) noexcept {
        return report_conflict(call, window.part.log->own.found);
    }

    // Between two barriers, of which it makes the second, unless the first has failed: then it has at all
    // ranks.
    template <class Program>
    static int at(point::FenceIsReached, Call<Program>& call, WindowObject& window, int error) noexcept {
        look_at(window);
        at(point::WindowIsExposed(), call, window);
        return error == MPI_SUCCESS ? barrier(call, window.comm) : error;
    }
    template <class Program>
    static int at(point::FenceIsPassed, Call<Program>& call, WindowObject& window) noexcept {
        const one_sided::FoundInPart& found = window.part.log->own.in_part;
        return found.conflicts ? report_conflict(call, found.conflict) : MPI_SUCCESS;
    }
    template <class Program>
    static int at(point::PromisesOfFence, Call<Program>& call, WindowObject& window) noexcept {
        const one_sided::FoundInPart& found = window.part.log->own.in_part;
        return found.breaks_promise ? report_broken_promise(call, found.change) : MPI_SUCCESS;
    }
    template <class Program>
    static int at(point::ExposureEnds, Call<Program>& call, WindowObject& window) noexcept {
        look_at(window);
        const int error = at(point::FenceIsPassed(), call, window);
        return error != MPI_SUCCESS ? error : at(point::PromisesOfFence(), call, window);
    }

    template <class Program>
    static void at(point::MemoryIsAccessed, RankState<Program>& state,
                   const process::Access& access) noexcept {
        if (access.frees) return; // memory_of_windows.hpp
        state.windows.for_each(
            [&](WindowObject& window) { note_own_access<Program>(state, window, access); });
    }
    // Loads may wait for what an operation brings.
    template <class Program>
    static void at(point::MemoryIsPolled, RankState<Program>& state, const process::Access& access) noexcept {
        if (!access.is_store || access.first == access.behind) return;
        state.windows.for_each(
            [&](WindowObject& window) { note_polled_store<Program>(state, window, access); });
    }
    template <class Program>
    static void at(point::MemoryIsAttached, Call<Program>&, one_sided::Window& part,
                   const one_sided::Attached& memory) noexcept {
        if (!sartor_rank_watched_memory.is_looked_at()) return;
        const auto first = reinterpret_cast<std::uintptr_t>(memory.base);
        part.log->attach(first, memory.bytes);
        sartor_rank_watched_memory.begin(first, first + memory.bytes);
    }
    template <class Program>
    static void at(point::MemoryIsDetached, Call<Program>&, one_sided::Window& part,
                   const one_sided::Attached& memory) noexcept {
        const auto first = reinterpret_cast<std::uintptr_t>(memory.base);
        part.log->detach(first);
        sartor_rank_watched_memory.end(first, first + memory.bytes);
    }

    template <class Program>
    static int at(point::NearAccessesEnd, Call<Program>& call, WindowObject& window, int rank) noexcept {
        one_sided::Window* const theirs =
            one_sided::Engine<one_sided_types<Program>>::near(window.part, rank);
        if (theirs == nullptr) return MPI_SUCCESS;
        const bool keeps = keeps_complete_accesses<Program>(window);
        one_sided::Conflict conflict;
        if (theirs->log->complete(window.part.rank, conflict, keeps ? call.state().events.note_event() : 0,
                                  window.part.log->own.flushes_locally))
            return MPI_SUCCESS;
        return report_conflict(call, conflict);
    }

    template <class Program>
    static int at(point::AccessesEnd, Call<Program>& call, WindowObject& window, int rank) noexcept {
        using Engine = one_sided::Engine<one_sided_types<Program>>;
        int error = MPI_SUCCESS;
        for (int one = 0; one < window.part.size; ++one) {
            if (rank != internal::all_ranks && one != rank) continue;
            if (Engine::near(window.part, one) == nullptr)
                call.state().one_sided.complete_far(window.part,
                                                    {one, internal::process_rank(call, window, one)});
            const int found = at(point::NearAccessesEnd(), call, window, one);
            if (error == MPI_SUCCESS) error = found;
        }
        const int found = Engine::has_far ? internal::wait_for_operations(call, window, rank) : MPI_SUCCESS;
        return error != MPI_SUCCESS ? error : found;
    }

    // Accesses at parts that are reached by messages are complete there, too; and all are where another
    // thread may call a flush of its own meanwhile.
    template <class Program>
    static void at(point::LocalFlushBegins, Call<Program>&, WindowObject& window) noexcept {
        window.part.log->own.flushes_locally = !Interface<Program>::has_many_threads;
    }
    template <class Program>
    static void at(point::LocalFlushHasEnded, Call<Program>&, WindowObject& window) noexcept {
        window.part.log->own.flushes_locally = false;
    }

  private:
    // Of atomic ones: others may see that it was made, and tell of it.
    template <class Program>
    [[nodiscard]] static std::uint32_t event_of_update(Call<Program>& call, const WindowObject& window,
                                                       one_sided::Use use) noexcept {
        const bool tells = is_atomic(use) && !changes_nothing(use);
        return tells && keeps_complete_accesses<Program>(window) ? call.state().events.note_event() : 0;
    }
    // An access that is about to be made tells others by what it writes, and this rank by its result.
    template <class Program>
    static void tell_by(Call<Program>& call, WindowObject& window, int target, one_sided::ToldPlaces& told,
                        const one_sided::AccessRecord& one) noexcept {
        if (!keeps_complete_accesses<Program>(window)) return;
        auto& events = call.state().events;
        if (!changes_nothing(one.use)) told.tell(one.first, one.behind, events);
        if (!is_atomic(one.use) || !has_result(one.use)) return;
        events.hear_next({&learn_read<Program>, &window, target, one.first, one.behind});
    }

    // Of updates with an operation and the predefined datatype of their data, or 0. Other operations than
    // one, besides MPI_REPLACE and MPI_NO_OP, are for windows whose hint accumulate_ops is not the default.
    template <class Program>
    [[nodiscard]] static one_sided::AtomicElements
    elements_of(Call<Program>& call, const WindowObject& window, MPI_Op op, std::intptr_t item) noexcept {
        one_sided::AtomicElements elements;
        if (item != 0 && op != MPI_REPLACE && op != MPI_NO_OP && window.info == nullptr)
            elements.operation = static_cast<std::int32_t>(value_of(op));
        elements.datatype = static_cast<std::int32_t>(item);
        if (item != 0 && !datatype::may_be_pair(item))
            elements.bytes = static_cast<std::int32_t>(call.state().datatypes.size_of(item));
        return elements;
    }

    [[nodiscard]] static process::Access memory_of(const one_sided::Window& part) noexcept {
        const auto base = reinterpret_cast<std::uintptr_t>(part.base);
        return {base, part.base != nullptr ? base + part.bytes : base, false, nullptr};
    }

    // The accesses to this rank's part are complete.
    static void look_at(WindowObject& window) noexcept {
        one_sided::FoundInPart& found = window.part.log->own.in_part;
        found.breaks_promise = window.promises_no_put && window.part.log->find_change(found.change);
        found.conflicts = !window.part.log->complete_all(found.conflict);
    }
};

} // namespace sartor::mpi::checked
