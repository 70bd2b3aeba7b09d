// When operations are complete, and the errors that are found then (MPI-5.0 sections 12.5 and 12.7).
#pragma once

#include "mpi_api/one_sided/windows/conflicts.hpp"
#include "mpi_api/one_sided/windows/origins.hpp"

namespace sartor::mpi {

namespace internal {

inline constexpr int all_ranks = one_sided::OriginBuffers::all_targets;

// Raises the error of an operation by message.
template <class Program>
int report_failure(Call<Program>& call, WindowObject& window, one_sided::Failure failure) noexcept {
    switch (failure) {
    case one_sided::Failure::out_of_range:
        return call.template fail<MPI_ERR_RMA_RANGE>(
            "an operation of the epoch would be outside of the window's memory");
    case one_sided::Failure::no_memory:
        return call.template fail<MPI_ERR_NO_MEM>("no memory for an operation of the epoch");
    case one_sided::Failure::conflict:
        return call.window_checks.report_found_conflict(call, window);
    case one_sided::Failure::none:
    case one_sided::Failure::unmoved: // it went by a message
        break;
    }
    return MPI_SUCCESS;
}

// Waits for operations by messages, all or those at one rank, and raises the error of one that has failed.
template <class Program>
int wait_for_operations(Call<Program>& call, WindowObject& window, int rank = all_ranks) noexcept {
    auto& engine = call.state().one_sided;
    const one_sided::Failure failure =
        rank == all_ranks ? engine.wait_for_all(window.part) : engine.wait_for(window.part, rank);
    return report_failure(call, window, failure);
}

// The accesses of this rank at another, or at all, are complete: later ones don't conflict with them.
template <class Program>
int end_accesses(Call<Program>& call, WindowObject& window, int rank = all_ranks) noexcept {
    const int error = call.window_checks.end_origins(call, window, rank);
    const int found = call.window_checks.end_accesses(call, window, rank);
    return error != MPI_SUCCESS ? error : found;
}

// Both, as flushes and unlocks do.
template <class Program>
int complete_operations(Call<Program>& call, WindowObject& window, int rank = all_ranks) noexcept {
    const int error = wait_for_operations(call, window, rank);
    const int found = end_accesses(call, window, rank);
    return error != MPI_SUCCESS ? error : found;
}

} // namespace internal

template <class Program>
int CheckedWindows::end_near_accesses(Call<Program>& call, WindowObject& window, int rank) noexcept {
    one_sided::Window* const theirs = one_sided::Engine<one_sided_types<Program>>::near(window.part, rank);
    if (theirs == nullptr) return MPI_SUCCESS;
    one_sided::CallCounts counts;
    const bool keeps =
        internal::keeps_complete_accesses<Program>(window) && internal::shares_lock(window, rank);
    if (keeps)
        counts = {.origin = call.state().progress.calls(),
                  .owner = internal::progress_of(call, window, rank).calls(),
                  .exclusive_locks = RankProgress::exclusive_locks()};
    one_sided::Conflict conflict;
    if (theirs->log->complete(window.part.rank, conflict, keeps ? &counts : nullptr)) return MPI_SUCCESS;
    return internal::report_conflict(call, conflict);
}

template <class Program>
int CheckedWindows::end_accesses(Call<Program>& call, WindowObject& window, int rank) noexcept {
    using Engine = one_sided::Engine<one_sided_types<Program>>;
    int error = MPI_SUCCESS;
    for (int one = 0; one < window.part.size; ++one) {
        if (rank != internal::all_ranks && one != rank) continue;
        if (Engine::near(window.part, one) == nullptr)
            call.state().one_sided.complete_far(window.part,
                                                {one, internal::process_rank(call, window, one)});
        const int found = end_near_accesses(call, window, one);
        if (error == MPI_SUCCESS) error = found;
    }
    const int found = Engine::has_far ? internal::wait_for_operations(call, window, rank) : MPI_SUCCESS;
    return error != MPI_SUCCESS ? error : found;
}

} // namespace sartor::mpi
