// MPI_Grequest_start, MPI_Grequest_complete (MPI-5.0 section 13.2).
#pragma once

#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi {

template <class Program>
int grequest_start(Call<Program>& call, MPI_Grequest_query_function* query, MPI_Grequest_free_function* free,
                   MPI_Grequest_cancel_function* cancel, void* extra_state, MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->comm = MPI_COMM_SELF; // an operation of no communicator
    request->general = {query, free, cancel, extra_state, false};
    return MPI_SUCCESS;
}

// A thread of the program may call this while its rank waits.
template <class Program>
int grequest_complete(Call<Program>& call, MPI_Request handle) noexcept {
    auto* request = find_request(call, handle);
    if (request == nullptr || !request->is_generalized())
        return call.template fail<MPI_ERR_REQUEST>("request: expected one made by MPI_Grequest_start");
    request->general.complete = true;
    process::wake(*process::current);
    if (request->released) { // the last of the two frees it
        --call.state().released_requests;
        end_request(call, *request);
    }
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
