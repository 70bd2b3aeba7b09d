// MPI_Comm_disconnect (MPI-5.0 section 11.10.4).
#pragma once

#include "mpi_api/communicator/management.hpp"
#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi {

// Frees the communicator when what this rank has under way on it is complete; its requests remain.
template <class Program>
int comm_disconnect(Call<Program>& call, MPI_Comm* handle) noexcept {
    if constexpr (has<typename Program::features, feature::immediate>)
        if (!call.is_predefined(*handle))
            call.state().requests.for_each([&](request_of<Program>& request) {
                if (request.comm == *handle && request.is_active() && !request.shared)
                    wait_for(call, request);
            });
    return comm_free(call, handle);
}

} // namespace sartor::mpi
