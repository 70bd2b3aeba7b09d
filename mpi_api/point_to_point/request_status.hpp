// Reading the status of requests without ending them, and freeing requests (MPI-5.0 sections 3.7.3 and
// 3.7.6).
#pragma once

#include "mpi_api/point_to_point/multiple_completion.hpp"

namespace sartor::mpi {

namespace internal {

// The status of a complete request, which remains. Its buffers are the program's again.
template <class Program>
[[nodiscard]] int show_complete(Call<Program>& call, request_of<Program>& request,
                                MPI_Status* status) noexcept {
    const int error = conclude(call, request, status);
    const int used = call.at(point::RequestEnds(), request);
    return error != MPI_SUCCESS ? error : used;
}

} // namespace internal

// MPI_Request_get_status: as MPI_Test, but the request and its handle remain.
template <class Program>
int request_get_status(Call<Program>& call, MPI_Request handle, int* flag, MPI_Status* status) noexcept {
    if (!call.request("request", &handle)) return call.error();
    auto* request = internal::find_active(call, handle);
    *flag = 1;
    if (request == nullptr) {
        fill_empty(status);
        return MPI_SUCCESS;
    }
    using Found = typename Interface<Program>::Found;
    Found::begin_test(call.state().communicator);
    if (Found::finds(call, *request)) return internal::show_complete(call, *request, status);
    *flag = 0;
    call.state().communicator.give_way();
    return MPI_SUCCESS;
}

// MPIX_Request_is_complete: as far as is known without progress, which other calls make; also of no request
// and of an inactive one. The request remains; its buffers are the program's again. Other ranks get their
// turn, since programs ask in loops.
template <class Program>
int request_is_complete(Call<Program>& call, MPI_Request handle) noexcept {
    auto* request = internal::find_active(call, handle);
    if (request == nullptr) return 1;
    if (Interface<Program>::Found::finds(call, *request)) {
        static_cast<void>(call.at(point::RequestEnds(), *request));
        return 1;
    }
    call.state().communicator.give_way();
    return 0;
}

// MPI_Request_get_status_all: the statuses are set when all requests are complete.
template <class Program>
int request_get_status_all(Call<Program>& call, int count, const MPI_Request* handles, int* flag,
                           MPI_Status* statuses) noexcept {
    const internal::Look look = Interface<Program>::Found::test(call, count, handles, true);
    *flag = look.complete == look.active;
    bool any_error = false;
    for (int index = 0; *flag != 0 && index < count; ++index) {
        MPI_Status* status = internal::status_of(statuses, index);
        auto* request = internal::find_active(call, handles[index]);
        if (request == nullptr) fill_empty(status);
        const int error = request != nullptr ? internal::show_complete(call, *request, status) : MPI_SUCCESS;
        any_error = internal::note_error(statuses, index, error, any_error);
    }
    return internal::result_of(any_error);
}

// MPI_Request_get_status_any: the first complete one of the array; the flag is also set when none is active.
template <class Program>
int request_get_status_any(Call<Program>& call, int count, const MPI_Request* handles, int* index, int* flag,
                           MPI_Status* status) noexcept {
    const internal::Look look = Interface<Program>::Found::test(call, count, handles, true);
    *flag = look.active == 0 || look.complete > 0;
    *index = look.first_complete;
    if (look.complete > 0)
        return internal::show_complete(call, *internal::find_active(call, handles[*index]), status);
    if (*flag != 0) fill_empty(status);
    return MPI_SUCCESS;
}

// MPI_Request_get_status_some: of all that are complete; outcount is MPI_UNDEFINED when none is active.
template <class Program>
int request_get_status_some(Call<Program>& call, int count, const MPI_Request* handles, int* out_count,
                            int* indices, MPI_Status* statuses) noexcept {
    const internal::Look look = Interface<Program>::Found::test(call, count, handles, true);
    *out_count = look.active == 0 ? MPI_UNDEFINED : 0;
    bool any_error = false;
    for (int index = 0; index < count; ++index) {
        auto* request = internal::find_active(call, handles[index]);
        if (request == nullptr || !request->is_complete()) continue;
        const int error = internal::show_complete(call, *request, internal::status_of(statuses, *out_count));
        any_error = internal::note_error(statuses, *out_count, error, any_error);
        indices[(*out_count)++] = index;
    }
    return internal::result_of(any_error);
}

// MPI_Request_free. An operation under way continues and its request is freed when it is complete, at the
// latest in MPI_Finalize. MPI_ERR_REQUEST for a null handle and for a collective or partitioned message under
// way; the error of a generalized request's free function.
template <class Program>
int request_free(Call<Program>& call, MPI_Request* handle) noexcept {
    auto* request = find_request(call, *handle);
    if (request == nullptr)
        return call.template fail<MPI_ERR_REQUEST>("request = MPI_REQUEST_NULL: expected a request");
    call.raise_errors_on(request->comm);
    if (request->is_task_under_way())
        return call.template fail<MPI_ERR_REQUEST>("request: a collective, or a message in partitions, under "
                                                   "way can't be freed: complete it (MPI-5.0 section 6.12)");
    *handle = MPI_REQUEST_NULL;
    call.at(point::RequestIsReleased(), *request);
    if (!request->is_in_use()) return end_request(call, *request);
    request->released = true;
    ++call.state().released_requests;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
