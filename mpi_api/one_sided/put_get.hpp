// MPI_Put, MPI_Get (MPI-5.0 sections 12.3.1 and 12.3.2). Where memory is shared they are over when they
// return.
#pragma once

#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi {

// MPI_Put: one copy in shared memory; elsewhere a message or a transfer, complete at the end of the epoch.
// Errors of access: see open_access(); MPI_ERR_TYPE when the sizes differ; MPI_ERR_RMA_CONFLICT with
// --checked.
template <class Program>
int put(Call<Program>& call, const void* origin, MPI_Count count, MPI_Datatype type, int target,
        MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    internal::Access<Program> access;
    if (!internal::open_access(call, window, target, displacement, target_count, target_type, access))
        return call.error();
    if (access.nothing) return MPI_SUCCESS;
    const auto data = internal::plain(call, origin, count, type);
    if (!internal::same_data<Program, plain_storage<Program>>(call, {data, count, type},
                                                              {access.storage, target_count, target_type}) ||
        !call.at(point::OriginUsed(), window, data, target, false) ||
        !call.at(point::TargetAccessed(), window, access, one_sided::Use::put))
        return call.error();
    if (access.theirs != nullptr)
        call.state().one_sided.put_near(*access.theirs, access.storage, data);
    else
        call.state().one_sided.put_far(window.part, access.rank, access.storage, data);
    return MPI_SUCCESS;
}

// MPI_Get: likewise.
template <class Program>
int get(Call<Program>& call, void* origin, MPI_Count count, MPI_Datatype type, int target,
        MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    internal::Access<Program> access;
    if (!internal::open_access(call, window, target, displacement, target_count, target_type, access))
        return call.error();
    if (access.nothing) return MPI_SUCCESS;
    const auto result = internal::plain(call, origin, count, type);
    if (!internal::same_data<Program, plain_storage<Program>>(call, {result, count, type},
                                                              {access.storage, target_count, target_type}) ||
        !call.at(point::OriginUsed(), window, result, target, true) ||
        !call.at(point::TargetAccessed(), window, access, one_sided::Use::get))
        return call.error();
    if (access.theirs != nullptr)
        call.state().one_sided.get_near(access.storage, result);
    else
        call.state().one_sided.get_far(window.part, access.rank, access.storage, result);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
