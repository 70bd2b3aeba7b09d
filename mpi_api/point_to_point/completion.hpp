// MPI_Wait, MPI_Waitall, MPI_Test (MPI-5.0 sections 3.7.3 and 3.7.5).
#pragma once

#include "mpi_api/point_to_point/messages.hpp"

namespace sartor::mpi {

// Ends a completed request: status, error, and the handle becomes null.
template <class Program, class Requested>
[[nodiscard]] int retire(Call<Program>& call, Requested& request, MPI_Request& handle, MPI_Status* status) noexcept {
    using Kind = typename Requested::Kind;
    int error = MPI_SUCCESS;
    if (request.kind == Kind::receive)
        error = conclude(call, request.receiving, status);
    else if (request.kind == Kind::null_receive)
        fill_null_process(status);
    else
        fill_empty(status);
    call.state().requests.free(request);
    handle = MPI_REQUEST_NULL;
    return error;
}

template <class Program> auto* find_request(Call<Program>& call, MPI_Request handle) noexcept {
    return call.state().requests.find(call.bits_of(handle));
}

template <class Program> int wait(Call<Program>& call, MPI_Request* handle, MPI_Status* status) noexcept {
    auto* request = find_request(call, *handle);
    if (request == nullptr) {
        fill_empty(status);
        return MPI_SUCCESS;
    }
    call.state().communicator.wait(*request);
    return retire(call, *request, *handle, status);
}

template <class Program>
int waitall(Call<Program>& call, int count, MPI_Request* handles, MPI_Status* statuses) noexcept {
    int result = MPI_SUCCESS;
    for (int index = 0; index < count; ++index) {
        MPI_Status* status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[index];
        const int error = wait(call, &handles[index], status);
        if (error != MPI_SUCCESS) result = MPI_ERR_IN_STATUS;
        if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = error;
    }
    return result;
}

// A request that is not complete lets the other ranks of this worker run, so that a loop of tests ends.
template <class Program> int test(Call<Program>& call, MPI_Request* handle, int* flag, MPI_Status* status) noexcept {
    auto* request = find_request(call, *handle);
    *flag = 1;
    if (request == nullptr) {
        fill_empty(status);
        return MPI_SUCCESS;
    }
    call.state().communicator.progress();
    if (request->is_complete()) return retire(call, *request, *handle, status);
    *flag = 0;
    process::yield();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
