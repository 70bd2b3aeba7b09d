// Waiting for one request and for all, and testing one (MPI-5.0 sections 3.7.3 and 3.7.5).
#pragma once

#include "mpi_api/point_to_point/requests.hpp"

namespace sartor::mpi {

namespace internal {

// The request behind a handle if it takes part in waiting; null for a null handle or an inactive request.
template <class Program>
request_of<Program>* find_active(Call<Program>& call, MPI_Request handle) noexcept {
    auto* request = find_request(call, handle);
    return request != nullptr && request->is_active() ? request : nullptr;
}

// The same of a handle whose request was there when the function's arguments were checked.
template <class Program>
request_of<Program>* find_active_again(Call<Program>& call, MPI_Request handle) noexcept {
    if (handle == MPI_REQUEST_NULL) return nullptr;
    auto* request = call.state().requests.find_again(call.bits_of(handle));
    return request != nullptr && request->is_active() ? request : nullptr;
}

[[nodiscard]] inline MPI_Status* status_of(MPI_Status* statuses, int index) noexcept {
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[index];
}

// One of several has ended: its error goes into its status, and the call's result says so.
[[nodiscard]] inline bool note_error(int error, MPI_Status* status) noexcept {
    if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = error;
    return error == MPI_SUCCESS;
}

template <class Program>
[[nodiscard]] bool retire_one_of(Call<Program>& call, request_of<Program>* request, MPI_Request& handle,
                                 MPI_Status* status) noexcept {
    if (request != nullptr) return note_error(retire(call, *request, handle, status), status);
    fill_empty(status);
    return note_error(MPI_SUCCESS, status);
}

// A send that was over at once.
inline void retire_over(MPI_Request& handle, MPI_Status* status) noexcept {
    handle = MPI_REQUEST_NULL;
    fill_empty(status);
    if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = MPI_SUCCESS;
}

// Waits for any request, or none.
template <class Program>
[[nodiscard, gnu::noinline]] bool wait_and_retire_one(Call<Program>& call, MPI_Request& handle,
                                                      MPI_Status* status) noexcept {
    auto* request = find_active_again(call, handle);
    if (request != nullptr) wait_for(call, *request);
    return retire_one_of(call, request, handle, status);
}

} // namespace internal

template <class Program>
int wait(Call<Program>& call, MPI_Request* handle, MPI_Status* status) noexcept {
    auto* request = internal::find_active_again(call, *handle);
    if (request == nullptr) {
        fill_empty(status);
        return MPI_SUCCESS;
    }
    if (request->is_plain_receive()) {
        call.state().communicator.wait(request->receiving);
        return retire_receive(call, *request, *handle, status);
    }
    wait_for(call, *request);
    return retire(call, *request, *handle, status);
}

// Nothing is waited for while there is a handle that is none; what was complete before it has ended then.
template <class Program>
int waitall(Call<Program>& call, int count, MPI_Request* handles, MPI_Status* statuses) noexcept {
    bool all_well = true;
    bool checked = false;
    const bool has_statuses = statuses != MPI_STATUSES_IGNORE;
    for (MPI_Request* const end = handles + count; handles != end; ++handles, statuses += has_statuses) {
        if (*handles == call.state().shared_request) { // or both are null
            internal::retire_over(*handles, statuses);
            continue;
        }
        auto* request = find_request(call, *handles);
        if (request != nullptr && request->is_complete_receive()) [[likely]] {
            all_well &= internal::note_error(retire_receive(call, *request, *handles, statuses), statuses);
            continue;
        }
        if (!checked) {
            call.speak_for(MPI_COMM_NULL); // what is no request has no communicator
            if (!call.requests("array_of_requests", static_cast<int>(end - handles), handles))
                return call.error();
            checked = true;
        }
        all_well &= internal::wait_and_retire_one(call, *handles, statuses);
    }
    return all_well ? MPI_SUCCESS : MPI_ERR_IN_STATUS;
}

// A request that is not complete lets the other ranks of this worker run, so that a loop of tests ends.
template <class Program>
int test(Call<Program>& call, MPI_Request* handle, int* flag, MPI_Status* status) noexcept {
    auto* request = internal::find_active(call, *handle);
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
