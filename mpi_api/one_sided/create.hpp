// MPI_Win_create, MPI_Win_allocate, MPI_Win_create_dynamic, MPI_Win_free, MPI_Win_get_group (MPI-5.0 sections
// 12.2.1, 12.2.2, 12.2.4 to 12.2.6).
#pragma once

#include "mpi_api/communicator/groups.hpp"
#include "mpi_api/one_sided/windows/completion.hpp"
#include "mpi_api/one_sided/windows/hints.hpp"
#include "mpi_api/one_sided/windows/making.hpp"

namespace sartor::mpi {

// MPI_Win_create: collective; one communicator duplicate and a barrier. MPI_ERR_SIZE, MPI_ERR_DISP,
// MPI_ERR_BASE, MPI_ERR_NO_MEM.
template <class Program>
int win_create(Call<Program>& call, void* base, MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm,
               MPI_Win* handle) noexcept {
    if (!internal::is_window_size(call, size, unit)) return call.error();
    if (base == nullptr && size > 0)
        return call.template fail<MPI_ERR_BASE>("base: a null pointer for %lld bytes",
                                                static_cast<long long>(size));
    const void* const memory = base;
    const MPI_Aint bytes = size;
    if (!call.at(point::WindowMemoryGiven(), memory, bytes)) return call.error();
    WindowObject* window = internal::new_window(call, comm, MPI_WIN_FLAVOR_CREATE);
    if (window == nullptr) return call.error();
    const int error = internal::keep_window_info(call, *window, info);
    return error != MPI_SUCCESS ? error : internal::open_window(call, *window, base, size, unit, handle);
}

// MPI_Win_allocate: memory that begins a cache line, freed with the window.
template <class Program>
int win_allocate(Call<Program>& call, MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base,
                 MPI_Win* handle) noexcept {
    if (!internal::is_window_size(call, size, unit)) return call.error();
    WindowObject* window = internal::new_window(call, comm, MPI_WIN_FLAVOR_ALLOCATE);
    if (window == nullptr) return call.error();
    window->allocated = internal::allocate_lines(call, info, static_cast<std::size_t>(size));
    if (window->allocated == nullptr) {
        internal::drop_window(call, *window);
        return call.template fail<MPI_ERR_NO_MEM>("no memory for a window of %lld bytes",
                                                  static_cast<long long>(size));
    }
    *static_cast<void**>(base) = window->allocated;
    const int error = internal::keep_window_info(call, *window, info);
    return error != MPI_SUCCESS ? error
                                : internal::open_window(call, *window, window->allocated, size, unit, handle);
}

// MPI_Win_create_dynamic: without memory; displacements are addresses.
template <class Program>
int win_create_dynamic(Call<Program>& call, MPI_Info info, MPI_Comm comm, MPI_Win* handle) noexcept {
    WindowObject* window = internal::new_window(call, comm, MPI_WIN_FLAVOR_DYNAMIC);
    if (window == nullptr) return call.error();
    window->part.is_dynamic = true;
    const int error = internal::keep_window_info(call, *window, info);
    return error != MPI_SUCCESS ? error : internal::open_window(call, *window, nullptr, 0, 1, handle);
}

// MPI_Win_free: waits for this rank's operations, then a barrier, after which no rank uses the parts.
// MPI_ERR_RMA_SYNC while an epoch is open.
template <class Program>
int win_free(Call<Program>& call, MPI_Win* handle) noexcept {
    if (!call.window("win", *handle)) return call.error();
    WindowObject& window = internal::window_of(call, *handle);
    if (window.in_access_epoch() || window.exposed_to != nullptr || window.fence_is_used)
        return call.template fail<MPI_ERR_RMA_SYNC>("win: an epoch of the window has not ended");
    int error = internal::wait_for_operations(call, window);
    call.at(point::WindowIsLeft(), window);
    if (error == MPI_SUCCESS) error = barrier(call, window.comm);
    if (error != MPI_SUCCESS) return error;
    if constexpr (Interface<Program>::has_attributes) {
        error = window.attributes.drop_all(call.state().keyvals, *handle);
        if (error != MPI_SUCCESS) return call.fail_in_callback("the delete callback", error);
    }
    call.state().one_sided.leave(window.part);
    internal::drop_window(call, window);
    *handle = MPI_WIN_NULL;
    return MPI_SUCCESS;
}

template <class Program>
int win_get_group(Call<Program>& call, MPI_Win win, MPI_Group* group) noexcept {
    const MPI_Comm comm = internal::window_of(call, win).comm;
    return internal::new_group(call, call.state().communicators.find(comm)->group->share(), group);
}

} // namespace sartor::mpi
