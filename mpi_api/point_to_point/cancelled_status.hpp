// MPI_Test_cancelled, MPI_Status_set_cancelled (MPI-5.0 sections 3.8.4 and 13.3).
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// The third private word of a status says whether its operation was cancelled.
template <class Program>
int test_cancelled(Call<Program>&, const MPI_Status* status, int* flag) noexcept {
    *flag = status->MPI_internal[2] != 0;
    return MPI_SUCCESS;
}

template <class Program>
int status_set_cancelled(Call<Program>&, MPI_Status* status, int flag) noexcept {
    status->MPI_internal[2] = flag != 0;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
