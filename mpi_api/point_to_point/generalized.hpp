// MPI_Grequest_start, MPI_Grequest_complete (MPI-5.0 section 13.2).
#pragma once

#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi {

// MPI_Grequest_start: a request that completes when the program says so. `query` and `free` run in the call
// that completes or frees the request, `cancel` in MPI_Cancel; `free` and `cancel` may be null. Errors are
// raised on MPI_COMM_SELF.
template <class Program>
int grequest_start(Call<Program>& call, MPI_Grequest_query_function* query, MPI_Grequest_free_function* free,
                   MPI_Grequest_cancel_function* cancel, void* extra_state, MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->comm = MPI_COMM_SELF; // an operation of no communicator
    request->general = {query, free, cancel, extra_state, false};
    return MPI_SUCCESS;
}

// MPI_Grequest_complete. Wakes the rank if it waits: the caller may be another thread of the program. A
// request that was freed before ends here, with its free function's error. MPI_ERR_REQUEST for any other kind
// of request.
template <class Program>
int grequest_complete(Call<Program>& call, MPI_Request handle) noexcept {
    auto* request = find_request(call, handle);
    if (request == nullptr || !request->is_generalized())
        return call.template fail<MPI_ERR_REQUEST>("request: expected a request made by MPI_Grequest_start");
    request->general.complete = true;
    process::wake(*process::current);
    if (request->released) { // the last of the two frees it
        --call.state().released_requests;
        return end_request(call, *request);
    }
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
