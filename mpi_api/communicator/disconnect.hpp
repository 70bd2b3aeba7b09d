// MPI_Comm_disconnect (MPI-5.0 section 11.10.4).
#pragma once

#include "mpi_api/communicator/management.hpp"

namespace sartor::mpi {

// All ranks are of one process: nothing is left to wait for once a rank's own communication is complete,
// which is what the caller guarantees and what freeing waits for.
template <class Program>
int comm_disconnect(Call<Program>& call, MPI_Comm* handle) noexcept {
    return comm_free(call, handle);
}

} // namespace sartor::mpi
