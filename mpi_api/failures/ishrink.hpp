// MPI_Comm_ishrink.
#pragma once

#include "mpi_api/failures/shrink.hpp"
#include "mpi_api/tasks/collectives.hpp"

namespace sartor::mpi {

// MPI_Comm_shrink on a flow of its own: *handle is set when the request is complete.
template <class Program>
int comm_ishrink(Call<Program>& call, MPI_Comm comm, MPI_Comm* handle, MPI_Request* request) noexcept {
    const int number = internal::number_of_agreement(call, comm);
    *handle = MPI_COMM_NULL;
    return launch(
        call, [=](auto& task) { return internal::shrink_to(task, comm, number, handle); }, comm, request,
        Started::by_call);
}

} // namespace sartor::mpi
