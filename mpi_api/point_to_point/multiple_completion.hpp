// Waiting for any or some of several requests, and testing several (MPI-5.0 section 3.7.5).
#pragma once

#include "mpi_api/point_to_point/completion.hpp"

namespace sartor::mpi {

namespace internal {

// Ends the first complete request; the empty status and MPI_UNDEFINED when none is active.
template <class Program>
int retire_any(Call<Program>& call, const Look& look, MPI_Request* handles, int* index,
               MPI_Status* status) noexcept {
    *index = look.first_complete;
    if (look.active == 0) {
        fill_empty(status);
        return MPI_SUCCESS;
    }
    MPI_Request& handle = handles[look.first_complete];
    return retire(call, *find_active(call, handle), handle, status);
}

} // namespace internal

// MPI_Waitany: of several complete requests the first of the array. It favours low indices.
template <class Program>
int waitany(Call<Program>& call, int count, MPI_Request* handles, int* index, MPI_Status* status) noexcept {
    using Found = typename Interface<Program>::Found;
    return internal::retire_any(call, Found::wait(call, count, handles, false), handles, index, status);
}

// MPI_Testany: the flag is also set when no request is active.
template <class Program>
int testany(Call<Program>& call, int count, MPI_Request* handles, int* index, int* flag,
            MPI_Status* status) noexcept {
    const internal::Look look = Interface<Program>::Found::test(call, count, handles, false);
    *flag = look.active == 0 || look.complete > 0;
    *index = MPI_UNDEFINED;
    return *flag != 0 ? internal::retire_any(call, look, handles, index, status) : MPI_SUCCESS;
}

// MPI_Waitsome: ends all requests that are complete when the first one is.
template <class Program>
int waitsome(Call<Program>& call, int count, MPI_Request* handles, int* out_count, int* indices,
             MPI_Status* statuses) noexcept {
    using Found = typename Interface<Program>::Found;
    return Found::retire(call, Found::wait(call, count, handles, true), count, handles, out_count, indices,
                         statuses);
}

template <class Program>
int testsome(Call<Program>& call, int count, MPI_Request* handles, int* out_count, int* indices,
             MPI_Status* statuses) noexcept {
    using Found = typename Interface<Program>::Found;
    return Found::retire(call, Found::test(call, count, handles, true), count, handles, out_count, indices,
                         statuses);
}

// MPI_Testall: ends all of them or, if one is not complete, none.
template <class Program>
int testall(Call<Program>& call, int count, MPI_Request* handles, int* flag, MPI_Status* statuses) noexcept {
    using Found = typename Interface<Program>::Found;
    Found::begin_test(call.state().communicator);
    *flag = Found::finds_all(call, internal::look_at(call, count, handles), count, handles);
    if (*flag != 0) return waitall(call, count, handles, statuses);
    call.state().communicator.give_way();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
