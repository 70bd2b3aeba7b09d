// MPI_Comm_revoke, MPI_Comm_is_revoked.
#pragma once

#include "mpi_api/failures/agreement/members.hpp"

namespace sartor::mpi {

// Of one rank for all: what is under way on the communicator ends with MPI_ERR_REVOKED, at all ranks, and so
// does what they begin there; agreement and shrinking don't. No messages.
template <class Program>
int comm_revoke(Call<Program>& call, MPI_Comm comm) noexcept {
    const auto view = call.view(comm);
    const bool is_alone = !call.is_inter(comm) && view.size() == 1;
    process::failures::revoke(view.context(), internal::span_of(call, comm),
                              is_alone ? process::current->number : -1);
    call.state().communicator.progress(); // messages that are here can't be received any more
    return MPI_SUCCESS;
}

template <class Program>
int comm_is_revoked(Call<Program>& call, MPI_Comm comm, int* flag) noexcept {
    internal::look_around(call);
    *flag = process::failures::is_revoked(call.view(comm).context()) ? 1 : 0;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
