// MPI_Comm_iagree.
#pragma once

#include "mpi_api/failures/agree.hpp"
#include "mpi_api/tasks/collectives.hpp"

namespace sartor::mpi {

// MPI_Comm_agree on a flow of its own.
template <class Program>
int comm_iagree(Call<Program>& call, MPI_Comm comm, int* flag, MPI_Request* request) noexcept {
    const int number = internal::number_of_agreement(call, comm);
    return launch(
        call, [=](auto& task) { return internal::agree_on_flag(task, comm, number, flag); }, comm, request,
        Started::by_call);
}

} // namespace sartor::mpi
