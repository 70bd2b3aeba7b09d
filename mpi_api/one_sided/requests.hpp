// MPI_Rput, MPI_Rget, MPI_Raccumulate, MPI_Rget_accumulate (MPI-5.0 section 12.3.5).
#pragma once

#include "mpi_api/one_sided/accumulate.hpp"
#include "mpi_api/one_sided/put_get.hpp"
#include "mpi_api/one_sided/windows/completion.hpp"
#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi {

namespace internal {

// Requests belong to passive epochs; otherwise MPI_ERR_RMA_SYNC. MPI_PROC_NULL needs no epoch.
template <class Program>
[[nodiscard]] bool may_request(Call<Program>& call, int target, MPI_Win win) noexcept {
    const WindowObject& window = window_of(call, win);
    if (window.holds_all || window.locks > 0 || target == MPI_PROC_NULL) return true;
    call.template fail<MPI_ERR_RMA_SYNC>("win: requests are for epochs of MPI_Win_lock and MPI_Win_lock_all");
    return false;
}

// A request for what operation() starts. It is complete when the program's memory that it uses is free again.
template <class Program, class Operation>
int request_operation(Call<Program>& call, int target, MPI_Win win, MPI_Request* handle,
                      Operation operation) noexcept {
    if (!may_request(call, target, win)) return call.error();
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    auto& engine = call.state().one_sided;
    if constexpr (request_of<Program>::may_be_one_sided) engine.follow(&request->ticket);
    call.at(point::RequestedBegins(), window_of(call, win), *request);
    const int error = operation();
    call.at(point::RequestedHasBegun(), window_of(call, win));
    if constexpr (request_of<Program>::may_be_one_sided) engine.follow(nullptr);
    if (error != MPI_SUCCESS) {
        end_request(call, *request);
        *handle = MPI_REQUEST_NULL;
    }
    engine.look_around();
    return error;
}

// The same for an operation with a result: when the request is complete, so is the operation at the target.
template <class Program, class Operation>
int request_of_result(Call<Program>& call, int target, MPI_Win win, MPI_Request* handle,
                      Operation operation) noexcept {
    const int error = request_operation(call, target, win, handle, operation);
    return error == MPI_SUCCESS && target >= 0
               ? call.at(point::NearAccessesEnd(), window_of(call, win), target)
               : error;
}

} // namespace internal

template <class Program>
int rput(Call<Program>& call, const void* origin, MPI_Count count, MPI_Datatype type, int target,
         MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Win win,
         MPI_Request* request) noexcept {
    return internal::request_operation(call, target, win, request, [&] {
        return put(call, origin, count, type, target, displacement, target_count, target_type, win);
    });
}

template <class Program>
int rget(Call<Program>& call, void* origin, MPI_Count count, MPI_Datatype type, int target,
         MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Win win,
         MPI_Request* request) noexcept {
    return internal::request_of_result(call, target, win, request, [&] {
        return get(call, origin, count, type, target, displacement, target_count, target_type, win);
    });
}

template <class Program>
int raccumulate(Call<Program>& call, const void* origin, MPI_Count count, MPI_Datatype type, int target,
                MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Op op,
                MPI_Win win, MPI_Request* request) noexcept {
    return internal::request_operation(call, target, win, request, [&] {
        return accumulate(call, origin, count, type, target, displacement, target_count, target_type, op,
                          win);
    });
}

template <class Program>
int rget_accumulate(Call<Program>& call, const void* origin, MPI_Count count, MPI_Datatype type, void* result,
                    MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint displacement,
                    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                    MPI_Request* request) noexcept {
    return internal::request_of_result(call, target, win, request, [&] {
        return get_accumulate(call, origin, count, type, result, result_count, result_type, target,
                              displacement, target_count, target_type, op, win);
    });
}

} // namespace sartor::mpi
