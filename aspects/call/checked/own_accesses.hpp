// Accesses of a rank to its own part of a window that are no one-sided operations, in programs built with
// --checked (MPI-5.0 section 12.7).
#pragma once

#include "aspects/call/checked/access_text.hpp"
#include "aspects/call/checked/touches.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/one_sided/windows/completion.hpp"

namespace sartor::mpi::checked {

[[gnu::cold, gnu::noinline]] inline void
report_local_conflict(const process::Access& access, const one_sided::AccessRecord& other) noexcept {
    const process::Rank& rank = *process::current;
    process::report_finding(rank, process::call_site_of(rank, access.place), other.site,
                            "a %s in %s and %s access the same memory", access.is_store ? "store" : "load",
                            PlaceText(access.place).text, AccessText(other).text);
}

// Whether this rank knows of an event of another. Where ranks share windows, they may have told each other by
// memory.
template <class Program>
[[nodiscard]] bool knows_event(RankState<Program>& state, int rank, std::uint32_t event) noexcept {
    auto& events = state.events;
    if (events.knows(rank, event)) return true;
    if (!one_sided::RankEvents::has_shared_windows()) return false;
    events.learn_all();
    return events.knows(rank, event);
}

// Of a part that others don't load and store themselves.
template <class Program>
void note_own_access(RankState<Program>& state, WindowObject& window, process::Access access) noexcept {
    one_sided::AccessLog* const log = window.part.log;
    if (log == nullptr || window.flavor == MPI_WIN_FLAVOR_SHARED || !log->clip(access.first, access.behind))
        return;
    const auto base = reinterpret_cast<std::uintptr_t>(window.part.base);
    auto& events = state.events;
    events.hear();
    const auto has_told = [&](const one_sided::AccessRecord& complete) {
        return knows_event(state, state.communicators.find(window.comm)->group->member(complete.origin),
                           complete.event);
    };
    one_sided::AccessRecord other;
    if (!log->note({.first = access.first - base,
                    .behind = access.behind - base,
                    .is_store = access.is_store,
                    .event = events.note_event(),
                    .place = access.place},
                   other, has_told))
        report_local_conflict(access, other);
}

} // namespace sartor::mpi::checked
