// MPI_Comm_disconnect (MPI-5.0 section 11.10.4).
#pragma once

#include "mpi_api/communicator/management.hpp"
#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi {

// MPI_Comm_disconnect: waits until this rank's operations on the communicator are complete, then frees it.
// The requests must still be completed by the program; their buffers are its own again. Cost: O(requests of
// the rank).
template <class Program>
int comm_disconnect(Call<Program>& call, MPI_Comm* handle) noexcept {
    int error = MPI_SUCCESS;
    with(call.state().requests, [&](auto& requests) {
        if (call.is_predefined(*handle)) return;
        requests.for_each([&](auto& request) {
            if (request.comm != *handle || !request.is_active() || request.shared) return;
            wait_for(call, request);
            if (const int used = call.at(point::RequestEnds(), request); error == MPI_SUCCESS) error = used;
        });
    });
    return error != MPI_SUCCESS ? error : comm_free(call, handle);
}

} // namespace sartor::mpi
