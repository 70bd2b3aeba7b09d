// Accesses of a rank to the memory of a window that are no one-sided operations, in programs built with
// --checked (MPI-5.0 section 12.7): to its own part, and where ranks share memory to others'.
#pragma once

#include "aspects/call/checked/access_text.hpp"
#include "aspects/call/checked/touches.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/one_sided/windows/completion.hpp"

namespace sartor::mpi::checked {

[[gnu::cold, gnu::noinline]] inline void
report_local_conflict(const process::Access& access, const one_sided::AccessRecord& one,
                      const one_sided::AccessRecord& other) noexcept {
    const process::Rank& rank = *process::current;
    process::report_finding(rank,
                            {.kind = "early-access",
                             .place = process::call_site_of(rank, access.place),
                             .other = other.site,
                             .remedy = Remedy(one, other).text},
                            "a %s in %s and %s access the same memory", access.is_store ? "store" : "load",
                            PlaceText(access.place).text, AccessText(other).text);
}

// Whether this rank knows of an event of another. Where ranks share windows, they may have told each other by
// memory.
template <class Program>
[[nodiscard]] bool knows_event(RankState<Program>& state, int rank, std::uint32_t event) noexcept {
    auto& events = state.events;
    if (events.knows(rank, event)) return true;
    if (!one_sided::RankEvents::has_unseen_windows()) return false;
    events.learn_all();
    return events.knows(rank, event);
}

// Calls visit(part, access) for the parts of a window that have some of the memory, with what they have of
// it.
template <class Program, class Visit>
void for_each_part(WindowObject& window, const process::Access& access, const Visit& visit) noexcept {
    const auto visit_one = [&](one_sided::Window* part) {
        process::Access there = access;
        if (part != nullptr && part->log != nullptr && part->log->clip(there.first, there.behind))
            visit(*part, there);
    };
    if (window.part.log == nullptr) return;
    if (!window.part.log->own.reaches_others) return visit_one(&window.part);
    for (int rank = 0; rank < window.part.size; ++rank)
        visit_one(one_sided::Engine<one_sided_types<Program>>::near(window.part, rank));
}

// What this rank has read of a part, by then.
template <class Program>
void see(RankState<Program>& state, const WindowObject& window, one_sided::AccessLog& log,
         std::uint64_t first, std::uint64_t behind) noexcept {
    const auto& group = *state.communicators.find(window.comm)->group;
    log.see(window.part.rank, first, behind, [&](const one_sided::AccessRecord& one) {
        state.events.learn(group.member(one.origin), one.event);
    });
}
template <class Program>
void learn_read(one_sided::RankEvents& events, const one_sided::RankEvents::Heard& heard) noexcept {
    auto& window = *static_cast<WindowObject*>(heard.window);
    one_sided::AccessLog& log =
        *one_sided::Engine<one_sided_types<Program>>::near(window.part, heard.part)->log;
    log.told.learn(heard.first, heard.behind, events);
    see<Program>(self<Program>(), window, log, heard.first, heard.behind);
}

// A load of a part is about to be made, by which the rank waits for others: it learns what was told until the
// rank's next look at its events.
template <class Program>
void hear_of(RankState<Program>& state, WindowObject& window, const one_sided::Window& part,
             std::uint64_t first, std::uint64_t behind) noexcept {
    state.events.hear_next(
        {&learn_read<Program>, &window, part.rank, first, behind, Interface<Program>::has_many_threads});
}

// A load of a word directly behind MPI_Win_sync reads what an update leaves, before it or behind it: locks
// are made so (MPI-5.0 section 12.8, the lists of ranks that wait).
[[nodiscard]] inline bool reads_word(const process::Access& access, const WindowObject& window,
                                     one_sided::RankEvents& events) noexcept {
    const one_sided::Synchronized& last = window.part.log->own.synchronized;
    return !access.is_store && access.behind - access.first <= 8 && last.before != last.after &&
           events.note_event() == last.after;
}

template <class Program>
void note_own_access(RankState<Program>& state, WindowObject& window,
                     const process::Access& access) noexcept {
    if (window.part.log == nullptr ||
        (window.flavor == MPI_WIN_FLAVOR_SHARED && !sartor_rank_watched_memory.is_looked_at()))
        return;
    auto& events = state.events;
    const auto process_rank = [&](int rank) {
        return state.communicators.find(window.comm)->group->member(rank);
    };
    const auto has_told = [&](const one_sided::AccessRecord& one) {
        return knows_event(state, process_rank(one.origin), one.event);
    };
    for_each_part<Program>(window, access, [&](one_sided::Window& part, const process::Access& there) {
        events.hear();
        const auto base = reinterpret_cast<std::uintptr_t>(part.base);
        const one_sided::LocalAccess local{.first = there.first - base,
                                           .behind = there.behind - base,
                                           .is_store = there.is_store,
                                           .rank = window.part.rank,
                                           .event = events.note_event(),
                                           .place = there.place,
                                           .reads_word = reads_word(there, window, events)};
        if (part.log->polls(local, window.part.log->own.synchronized))
            return hear_of<Program>(state, window, part, local.first, local.behind);
        one_sided::AccessRecord other;
        const bool is_ordered = part.log->note(local, other, has_told);
        if (local.reads_word) hear_of<Program>(state, window, part, local.first, local.behind);
        if (is_ordered) return;
        if (other.place != nullptr)
            other.site = process::call_site_of(process::rank(process_rank(other.origin)), other.place);
        report_local_conflict(there, record_of(local), other);
    });
}

// Of this rank's part alone, in an epoch of fences or of a group.
template <class Program>
void note_polled_store(RankState<Program>& state, WindowObject& window,
                       const process::Access& access) noexcept {
    process::Access there = access;
    one_sided::AccessLog* const log = window.part.log;
    if (log == nullptr || window.flavor == MPI_WIN_FLAVOR_SHARED || !log->clip(there.first, there.behind))
        return;
    const auto base = reinterpret_cast<std::uintptr_t>(window.part.base);
    one_sided::AccessRecord other;
    const one_sided::LocalAccess local{.first = there.first - base,
                                       .behind = there.behind - base,
                                       .is_store = true,
                                       .rank = window.part.rank,
                                       .event = state.events.note_event(),
                                       .place = there.place,
                                       .polls = true};
    if (!log->note_polled_store(local, other)) report_local_conflict(there, record_of(local), other);
}

} // namespace sartor::mpi::checked
