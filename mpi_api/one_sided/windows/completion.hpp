// When operations are complete, and the errors that are found then (MPI-5.0 sections 12.5 and 12.7).
#pragma once

#include "mpi_api/call/points.hpp"
#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi {

namespace internal {

inline constexpr int all_ranks = one_sided::OriginBuffers::all_targets;

// Raises the error of an operation by message.
template <class Program>
int report_failure(Call<Program>& call, WindowObject& window, one_sided::Failure failure) noexcept {
    switch (failure) {
    case one_sided::Failure::out_of_range:
        return call.template fail<MPI_ERR_RMA_RANGE>(
            window.part.is_dynamic
                ? "not all of the memory of an operation of the epoch is attached to the window at its target"
                : "an operation of the epoch would be outside of the window's memory");
    case one_sided::Failure::no_memory:
        return call.template fail<MPI_ERR_NO_MEM>("no memory for an operation of the epoch");
    case one_sided::Failure::conflict:
        return call.at(point::TargetRefuses(), window);
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
    const int error = call.at(point::OriginsEnd(), window, rank);
    const int found = call.at(point::AccessesEnd(), window, rank);
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

} // namespace sartor::mpi
