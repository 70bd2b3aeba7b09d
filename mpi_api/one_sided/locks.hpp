// MPI_Win_lock, MPI_Win_unlock, their forms for all ranks, and the flushes between them (MPI-5.0 sections
// 12.5.3 and 12.5.4).
#pragma once

#include <atomic>
#include <utility>

#include "components/library_memory.hpp"
#include "mpi_api/one_sided/windows/completion.hpp"
#include "mpi_api/one_sided/windows/epochs.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
[[nodiscard]] bool can_hold(Call<Program>& call, WindowObject& window) noexcept {
    if (window.held == nullptr)
        window.held = static_cast<Held*>(
            allocate_zeros_for_library(static_cast<std::size_t>(window.part.size), sizeof(Held)));
    if (window.held == nullptr) call.template fail<MPI_ERR_NO_MEM>("no memory for locks");
    return window.held != nullptr;
}

// For MPI_Win_lock_all: memory that the rank may load and store is locked before it does; other parts with
// the first access.
template <class Program>
[[nodiscard]] bool needs_lock_at_once(WindowObject& window, int rank) noexcept {
    using Engine = one_sided::Engine<one_sided_types<Program>>;
    if constexpr (!Engine::has_far) return true;
    return window.flavor == MPI_WIN_FLAVOR_SHARED || Engine::near(window.part, rank) != nullptr;
}

// Releases a lock, if one was taken.
template <class Program>
void give_back_lock(Call<Program>& call, WindowObject& window, int rank) noexcept {
    const Held how = std::exchange(window.held[rank], Held::no);
    if (how == Held::shared || how == Held::exclusive) {
        call.at(point::LockIsReturned(), window, rank, how == Held::exclusive);
        call.state().one_sided.unlock(window.part, rank, process_rank(call, window, rank),
                                      how == Held::exclusive);
    }
}

// A lock is held, as the forms of MPI_Win_flush require; otherwise MPI_ERR_RMA_SYNC.
template <class Program>
[[nodiscard]] bool is_passive(Call<Program>& call, const WindowObject& window) noexcept {
    if (window.holds_all || window.locks > 0) return true;
    call.template fail<MPI_ERR_RMA_SYNC>("win: no lock of the window is held");
    return false;
}

} // namespace internal

// MPI_Win_lock: returns when the lock is held (none is taken with MPI_MODE_NOCHECK). MPI_ERR_LOCKTYPE,
// MPI_ERR_RMA_SYNC.
template <class Program>
int win_lock(Call<Program>& call, int type, int rank, int assertions, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    if (type != MPI_LOCK_EXCLUSIVE && type != MPI_LOCK_SHARED)
        return call.template fail<MPI_ERR_LOCKTYPE>(
            "lock_type = %d: expected MPI_LOCK_EXCLUSIVE or MPI_LOCK_SHARED", type);
    if (!internal::are_assertions(call, assertions, MPI_MODE_NOCHECK)) return call.error();
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    if (!internal::is_rank_of(call, window, "rank", rank) || !internal::may_open_access(call, window, true) ||
        !internal::may_lock(call, window, rank == window.part.rank) ||
        !call.at(point::WindowIsLocked(), window, rank) || !internal::can_hold(call, window))
        return call.error();
    if (window.held[rank] != Held::no)
        return call.template fail<MPI_ERR_RMA_SYNC>("rank = %d: this rank holds the lock already", rank);
    const Held how = (assertions & MPI_MODE_NOCHECK) != 0 ? Held::unlocked_by_assertion
                     : type == MPI_LOCK_EXCLUSIVE         ? Held::exclusive
                                                          : Held::shared;
    if (how != Held::unlocked_by_assertion) internal::take_lock(call, window, rank, how);
    window.held[rank] = how;
    ++window.locks;
    return MPI_SUCCESS;
}

// MPI_Win_unlock: operations at that rank are complete when it returns.
template <class Program>
int win_unlock(Call<Program>& call, int rank, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    if (!internal::is_rank_of(call, window, "rank", rank)) return call.error();
    if (window.holds_all || window.held == nullptr || window.held[rank] == Held::no)
        return call.template fail<MPI_ERR_RMA_SYNC>("rank = %d: this rank does not hold the lock", rank);
    const int error = internal::complete_operations(call, window, rank);
    internal::give_back_lock(call, window, rank);
    --window.locks;
    call.state().one_sided.look_around();
    return error;
}

// MPI_Win_lock_all: a shared lock of every rank's part; where locking costs messages, with the first access
// to a part.
template <class Program>
int win_lock_all(Call<Program>& call, int assertions, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    if (!internal::are_assertions(call, assertions, MPI_MODE_NOCHECK) ||
        !internal::may_open_access(call, window, false) || !internal::may_lock(call, window, true) ||
        !call.at(point::WindowIsLocked(), window, internal::all_ranks) || !internal::can_hold(call, window))
        return call.error();
    const bool locks = (assertions & MPI_MODE_NOCHECK) == 0;
    for (int rank = 0; rank < window.part.size; ++rank)
        if (!locks)
            window.held[rank] = Held::unlocked_by_assertion;
        else if (internal::needs_lock_at_once<Program>(window, rank))
            internal::take_lock(call, window, rank, Held::shared);
        else
            window.held[rank] = Held::with_first_access;
    window.holds_all = true;
    return MPI_SUCCESS;
}

template <class Program>
int win_unlock_all(Call<Program>& call, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    if (!window.holds_all)
        return call.template fail<MPI_ERR_RMA_SYNC>("win: no MPI_Win_lock_all began an epoch");
    const int error = internal::complete_operations(call, window);
    for (int rank = 0; rank < window.part.size; ++rank) internal::give_back_lock(call, window, rank);
    window.holds_all = false;
    call.state().one_sided.look_around();
    return error;
}

// MPI_Win_flush: operations at that rank are complete there when it returns.
template <class Program>
int win_flush(Call<Program>& call, int rank, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
    if (!internal::is_rank_of(call, window, "rank", rank)) return call.error();
    if (!window.holds_all && (window.held == nullptr || window.held[rank] == Held::no))
        return call.template fail<MPI_ERR_RMA_SYNC>("rank = %d: this rank does not hold the lock", rank);
    std::atomic_thread_fence(std::memory_order_acq_rel);
    call.state().one_sided.look_around();
    return internal::complete_operations(call, window, rank);
}

template <class Program>
int win_flush_all(Call<Program>& call, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    if (!internal::is_passive(call, window)) return call.error();
    std::atomic_thread_fence(std::memory_order_acq_rel);
    call.state().one_sided.look_around();
    return internal::complete_operations(call, window);
}

// Operations that are complete at the target are complete at the origin: as MPI_Win_flush.
template <class Program>
int win_flush_local(Call<Program>& call, int rank, MPI_Win win) noexcept {
    call.at(point::LocalFlushBegins(), internal::window_of(call, win));
    const int error = win_flush(call, rank, win);
    call.at(point::LocalFlushHasEnded(), internal::window_of(call, win));
    return error;
}
template <class Program>
int win_flush_local_all(Call<Program>& call, MPI_Win win) noexcept {
    call.at(point::LocalFlushBegins(), internal::window_of(call, win));
    const int error = win_flush_all(call, win);
    call.at(point::LocalFlushHasEnded(), internal::window_of(call, win));
    return error;
}

} // namespace sartor::mpi
