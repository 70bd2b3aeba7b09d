// Conflicting accesses of programs built with --checked (MPI-5.0 section 12.7), where memory is shared. Loads
// and stores of the program's own are not seen.
#pragma once

#include <cstdio>
#include <new>

#include "components/process/reports/location.hpp"
#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi::internal {

template <class Program>
inline constexpr bool looks_for_conflicts = has<typename Program::features, feature::checked>;

// False: no memory.
template <class Program>
[[nodiscard]] bool make_access_log([[maybe_unused]] one_sided::Window& part) noexcept {
    if constexpr (looks_for_conflicts<Program>) {
        void* memory = std::malloc(sizeof(one_sided::AccessLog));
        if (memory != nullptr) part.log = new (memory) one_sided::AccessLog;
        return memory != nullptr;
    }
    return true;
}

[[nodiscard]] constexpr const char* name_of(one_sided::Use use) noexcept {
    switch (use) {
    case one_sided::Use::put:
        return "put";
    case one_sided::Use::get:
        return "get";
    case one_sided::Use::update:
        break;
    }
    return "accumulate";
}

template <class Program>
[[gnu::cold]] void report_conflict(Call<Program>& call, const WindowObject& window,
                                   const one_sided::AccessRecord& one,
                                   const one_sided::AccessRecord& other) noexcept {
    char site[256];
    char where[300] = "";
    const int rank = process_rank(call, window, other.origin);
    if (process::describe_location(process::rank(rank), reinterpret_cast<std::uintptr_t>(other.site) - 1,
                                   site, sizeof site))
        std::snprintf(where, sizeof where, ", called in %s", site);
    call.template fail<MPI_ERR_RMA_CONFLICT>(
        "this %s and a %s of rank %d in the same epoch (%s%s) access the same memory", name_of(one.use),
        name_of(other.use), other.origin, other.call, where);
}

// Notes an access; false after reporting that it conflicts with another.
template <class Program>
[[nodiscard]] bool may_access([[maybe_unused]] Call<Program>& call, [[maybe_unused]] WindowObject& window,
                              [[maybe_unused]] const Access<Program>& access,
                              [[maybe_unused]] one_sided::Use use) noexcept {
    if constexpr (looks_for_conflicts<Program>) {
        if (access.theirs == nullptr || access.theirs->log == nullptr) return true;
        one_sided::AccessRecord one{.use = use,
                                    .origin = window.part.rank,
                                    .epoch = window.fences,
                                    .call = process::current->call,
                                    .site = call.site()};
        bool fits = true;
        access.storage.for_each_piece([&](const void* piece, std::size_t bytes) {
            one.first = reinterpret_cast<std::uintptr_t>(piece);
            one.behind = one.first + bytes;
            one_sided::AccessRecord other;
            if (!fits || access.theirs->log->note(one, other)) return;
            fits = false;
            report_conflict(call, window, one, other);
        });
        return fits;
    }
    return true;
}

// The accesses of this rank to a part are over, or to all.
template <class Program>
void end_accesses([[maybe_unused]] WindowObject& window, [[maybe_unused]] int rank = all_ranks) noexcept {
    if constexpr (looks_for_conflicts<Program>)
        for (int one = 0; one < window.part.size; ++one) {
            if (rank != all_ranks && one != rank) continue;
            const one_sided::Window* const theirs = window.part.board->parts[one];
            if (theirs != nullptr && theirs->log != nullptr) theirs->log->forget(window.part.rank);
        }
}

} // namespace sartor::mpi::internal
