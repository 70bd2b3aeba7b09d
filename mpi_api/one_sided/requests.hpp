// MPI_Rput, MPI_Rget, MPI_Raccumulate, MPI_Rget_accumulate (MPI-5.0 section 12.3.5). What a request asks for
// is over when the call returns.
#pragma once

#include "mpi_api/one_sided/accumulate.hpp"
#include "mpi_api/one_sided/put_get.hpp"
#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi {

namespace internal {

// For epochs of locks alone. Without a target there is nothing to be in an epoch with.
template <class Program>
[[nodiscard]] bool may_request(Call<Program>& call, int target, MPI_Win win) noexcept {
    const WindowObject& window = window_of(call, win);
    if (window.holds_all || window.locks > 0 || target == MPI_PROC_NULL) return true;
    call.template fail<MPI_ERR_RMA_SYNC>("win: requests are for epochs of MPI_Win_lock and MPI_Win_lock_all");
    return false;
}

template <class Program>
int request_of_operation(Call<Program>& call, int error, MPI_Win win, MPI_Request* handle) noexcept {
    if (error == MPI_SUCCESS) error = wait_for_operations(call, window_of(call, win));
    if (error != MPI_SUCCESS) return error;
    call.state().one_sided.look_around();
    return new_request(call, handle) == nullptr ? call.error() : MPI_SUCCESS;
}

} // namespace internal

template <class Program>
int rput(Call<Program>& call, const void* origin, MPI_Count count, MPI_Datatype type, int target,
         MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Win win,
         MPI_Request* request) noexcept {
    if (!internal::may_request(call, target, win)) return call.error();
    return internal::request_of_operation(
        call, put(call, origin, count, type, target, displacement, target_count, target_type, win), win,
        request);
}

template <class Program>
int rget(Call<Program>& call, void* origin, MPI_Count count, MPI_Datatype type, int target,
         MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Win win,
         MPI_Request* request) noexcept {
    if (!internal::may_request(call, target, win)) return call.error();
    return internal::request_of_operation(
        call, get(call, origin, count, type, target, displacement, target_count, target_type, win), win,
        request);
}

template <class Program>
int raccumulate(Call<Program>& call, const void* origin, MPI_Count count, MPI_Datatype type, int target,
                MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Op op,
                MPI_Win win, MPI_Request* request) noexcept {
    if (!internal::may_request(call, target, win)) return call.error();
    return internal::request_of_operation(
        call, accumulate(call, origin, count, type, target, displacement, target_count, target_type, op, win),
        win, request);
}

template <class Program>
int rget_accumulate(Call<Program>& call, const void* origin, MPI_Count count, MPI_Datatype type, void* result,
                    MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint displacement,
                    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                    MPI_Request* request) noexcept {
    if (!internal::may_request(call, target, win)) return call.error();
    return internal::request_of_operation(call,
                                          get_accumulate(call, origin, count, type, result, result_count,
                                                         result_type, target, displacement, target_count,
                                                         target_type, op, win),
                                          win, request);
}

} // namespace sartor::mpi
