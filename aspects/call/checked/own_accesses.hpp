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

template <class Program>
[[nodiscard]] const RankProgress& progress_of(RankState<Program>& state, const WindowObject& window,
                                              int rank) noexcept {
    const int number = state.communicators.find(window.comm)->group->member(rank);
    return process::state_of<const RankState<Program>>(process::rank(number)).progress;
}

// Of a part that others don't load and store themselves, unless this rank has locked it alone. `calls`: that
// it had begun.
template <class Program>
void note_own_access(RankState<Program>& state, WindowObject& window, process::Access access,
                     unsigned calls) noexcept {
    one_sided::AccessLog* const log = window.part.log;
    if (log == nullptr || window.flavor == MPI_WIN_FLAVOR_SHARED || !log->clip(access.first, access.behind))
        return;
    const auto base = reinterpret_cast<std::uintptr_t>(window.part.base);
    const Held held = window.held != nullptr ? window.held[window.part.rank] : Held::no;
    if (held == Held::exclusive) return;
    const auto has_told = [&](const one_sided::AccessRecord& complete) {
        if (RankProgress::exclusive_locks() != complete.counts.exclusive_locks) return true;
        const RankProgress& progress = progress_of(state, window, complete.origin);
        return !progress.has_told_nobody_since(complete.counts.origin, state.progress, false);
    };
    one_sided::AccessRecord other;
    if (!log->note({.first = access.first - base,
                    .behind = access.behind - base,
                    .is_store = access.is_store,
                    .has_lock = held == Held::shared,
                    .calls = calls,
                    .place = access.place},
                   other, has_told))
        report_local_conflict(access, other);
}

} // namespace sartor::mpi::checked
