// MPI_Win_fence, MPI_Win_sync (MPI-5.0 sections 12.5.1 and 12.5.4).
#pragma once

#include <atomic>

#include "mpi_api/collective/barrier.hpp"
#include "mpi_api/one_sided/windows/completion.hpp"
#include "mpi_api/one_sided/windows/epochs.hpp"

namespace sartor::mpi {

// MPI_Win_fence: all operations before it are complete at all ranks when it returns. Waits for this rank's
// operations, then a barrier; where conflicts are detected another one, before which each rank has looked for
// them in its part. MPI_ERR_RMA_SYNC while an epoch of another kind is open, MPI_ERR_ASSERT for unknown
// assertions.
template <class Program>
int win_fence(Call<Program>& call, int assertions, MPI_Win win) noexcept {
    constexpr int known = MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
    WindowObject& window = internal::window_of(call, win);
    if (!internal::are_assertions(call, assertions, known)) return call.error();
    if (window.in_access_epoch() || window.exposed_to != nullptr)
        return call.template fail<MPI_ERR_RMA_SYNC>(
            "win: an epoch of another kind (locks, MPI_Win_start, MPI_Win_post) has not ended");
    // Errors are raised when all ranks have gone on: a call that has failed takes no part in a barrier.
    const one_sided::Failure failure = call.state().one_sided.wait_for_all(window.part);
    int error = barrier(call, window.comm);
    const int reached = call.at(point::FenceIsReached(), window, error);
    if (error == MPI_SUCCESS) error = reached;
    if (error == MPI_SUCCESS) error = internal::report_failure(call, window, failure);
    if (error == MPI_SUCCESS) error = call.at(point::OriginsEnd(), window, internal::all_ranks);
    if (error == MPI_SUCCESS) error = call.at(point::FenceIsPassed(), window);
    if (error == MPI_SUCCESS && (assertions & MPI_MODE_NOPRECEDE) != 0 && window.fence_is_used)
        error = call.template fail<MPI_ERR_ASSERT>("assert: MPI_MODE_NOPRECEDE after operations that this "
                                                   "rank has called since the last MPI_Win_fence");
    if (error == MPI_SUCCESS) error = call.at(point::PromisesOfFence(), window);
    window.promises_no_put = (assertions & MPI_MODE_NOPUT) != 0;
    ++window.fences;
    window.fence_is_used = false;
    window.fence_is_open = (assertions & MPI_MODE_NOSUCCEED) == 0;
    return error;
}

// MPI_Win_sync: a memory fence and progress. Loads, stores and operations use the same memory
// (MPI_WIN_UNIFIED).
template <class Program>
int win_sync(Call<Program>& call, MPI_Win win) noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    call.at(point::MemoryIsSynchronized(), internal::window_of(call, win));
    call.state().one_sided.look_around();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
