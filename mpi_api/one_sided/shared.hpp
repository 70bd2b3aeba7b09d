// MPI_Win_allocate_shared, MPI_Win_shared_query (MPI-5.0 section 12.2.3).
#pragma once

#include <cstring>

#include "mpi_api/communicator/making/sharing.hpp"
#include "mpi_api/one_sided/create.hpp"

namespace sartor::mpi {

namespace internal {

// Whether the program requests separate memory for each rank (alloc_shared_noncontig).
template <class Program>
[[nodiscard]] bool wants_gaps(Call<Program>& call, MPI_Info info) noexcept {
    const char* const hint = call.state().infos.hint(info, "alloc_shared_noncontig");
    return hint != nullptr && std::strcmp(hint, "true") == 0;
}

} // namespace internal

// MPI_Win_allocate_shared: one piece of memory for all ranks, their parts one after the other; with the hint
// alloc_shared_noncontig on all ranks each has its own. MPI_ERR_RMA_SHARED when the ranks share no memory,
// MPI_ERR_NO_MEM.
template <class Program>
int win_allocate_shared(Call<Program>& call, MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm,
                        void* base, MPI_Win* handle) noexcept {
    if (!internal::is_window_size(call, size, unit)) return call.error();
    WindowObject* window = internal::new_window(call, comm, MPI_WIN_FLAVOR_SHARED);
    if (window == nullptr) return call.error();
    struct Wish {
        MPI_Aint bytes;
        int memory;
        bool alone;
    };
    using Transport = typename Interface<Program>::types::Transport;
    Array<Wish> wishes(window->part.size);
    if (!wishes.valid()) return call.template fail<MPI_ERR_NO_MEM>("no memory for a window");
    const Wish mine{size, Transport::memory_of(*process::current), internal::wants_gaps(call, info)};
    int error = share(call, mine, wishes, window->comm);
    if (error != MPI_SUCCESS) return error;
    MPI_Aint before = 0;
    MPI_Aint all = 0;
    bool alone = true;
    for (int rank = 0; rank < window->part.size; ++rank) {
        if (wishes[rank].memory != mine.memory) {
            internal::drop_window(call, *window);
            return call.template fail<MPI_ERR_RMA_SHARED>(
                "comm: rank %d does not share memory with this rank; MPI_Comm_split_type with "
                "MPI_COMM_TYPE_SHARED makes communicators of ranks that share memory",
                rank);
        }
        if (rank < window->part.rank) before += wishes[rank].bytes;
        all += wishes[rank].bytes;
        alone = alone && wishes[rank].alone;
    }
    constexpr int root = 0;
    const bool allocates = alone || window->part.rank == root;
    const auto wanted = static_cast<std::size_t>(alone ? size : all);
    if (allocates) window->allocated = internal::allocate_lines(call, info, wanted);
    char* memory = static_cast<char*>(window->allocated);
    if (!alone) error = bcast(call, &memory, sizeof memory, MPI_BYTE, root, window->comm);
    if (error == MPI_SUCCESS && memory == nullptr)
        error = call.template fail<MPI_ERR_NO_MEM>("no memory for a window of %zu bytes", wanted);
    if (error == MPI_SUCCESS) error = internal::keep_window_info(call, *window, info);
    if (error != MPI_SUCCESS) {
        internal::drop_window(call, *window);
        return error;
    }
    char* const own = alone ? memory : memory + before;
    *static_cast<void**>(base) = own;
    error = internal::open_window(call, *window, own, size, unit, handle);
    if (error == MPI_SUCCESS) call.at(point::MemoryIsShared(), *window);
    return error;
}

// MPI_Win_shared_query: for MPI_PROC_NULL the lowest rank with a part of some size. A rank whose memory this
// one can't load and store has size 0.
template <class Program, class Unit>
int win_shared_query(Call<Program>& call, MPI_Win win, int rank, MPI_Aint* size, Unit* unit,
                     void* base) noexcept {
    WindowObject& window = internal::window_of(call, win);
    if (window.part.is_dynamic)
        return call.template fail<MPI_ERR_RMA_FLAVOR>("win: a dynamic window has no memory of its own");
    const auto* parts = window.part.board->parts;
    const one_sided::Window* found = nullptr;
    if (rank == MPI_PROC_NULL) {
        for (int one = 0; one < window.part.size && found == nullptr; ++one)
            if (parts[one] != nullptr && parts[one]->bytes > 0) found = parts[one];
    } else {
        if (!internal::is_rank_of(call, window, "rank", rank)) return call.error();
        found = parts[rank];
    }
    call.at(point::MemoryIsShared(), window);
    *size = found == nullptr ? 0 : static_cast<MPI_Aint>(found->bytes);
    *unit = found == nullptr ? Unit{0} : static_cast<Unit>(found->unit);
    *static_cast<void**>(base) = found == nullptr ? nullptr : found->base;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
