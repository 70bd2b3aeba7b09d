// What epochs have in common (MPI-5.0 section 12.5).
#pragma once

#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi::internal {

template <class Program>
[[nodiscard]] bool are_assertions(Call<Program>& call, int assertions, int known) noexcept {
    if ((assertions & ~known) == 0) return true;
    call.template fail<MPI_ERR_ASSERT>("assert = %d: has bits that are not an assertion of this call",
                                       assertions);
    return false;
}

// A fence that no operation follows opens no epoch; after operations another fence must close it
// (MPI_ERR_RMA_SYNC).
template <class Program>
[[nodiscard]] bool leaves_fence(Call<Program>& call, WindowObject& window) noexcept {
    if (window.fence_is_used)
        call.template fail<MPI_ERR_RMA_SYNC>(
            "win: operations since the last MPI_Win_fence must be completed by another MPI_Win_fence first");
    else
        window.fence_is_open = false;
    return !window.fence_is_used;
}

// No access epoch is open that excludes another; otherwise MPI_ERR_RMA_SYNC.
template <class Program>
[[nodiscard]] bool may_open_access(Call<Program>& call, WindowObject& window, bool beside_locks) noexcept {
    if (!leaves_fence(call, window)) return false;
    if (window.accessed == nullptr && !window.holds_all && (beside_locks || window.locks == 0)) return true;
    call.template fail<MPI_ERR_RMA_SYNC>("win: an access epoch of the window has not ended: %s",
                                         window.accessed != nullptr ? "MPI_Win_start"
                                         : window.holds_all         ? "MPI_Win_lock_all"
                                                                    : "MPI_Win_lock");
    return false;
}

// A part must not be locked and exposed to a group at the same time (section 12.5.3).
[[nodiscard]] inline bool holds_own_lock(const WindowObject& window) noexcept {
    return window.held != nullptr && window.held[window.part.rank] != Held::no;
}
template <class Program>
[[nodiscard]] bool may_lock(Call<Program>& call, const WindowObject& window, bool own_part) noexcept {
    if (!own_part || window.exposed_to == nullptr) return true;
    call.template fail<MPI_ERR_RMA_SYNC>(
        "win: this rank's memory is exposed (MPI_Win_post), and can't be locked");
    return false;
}

} // namespace sartor::mpi::internal
