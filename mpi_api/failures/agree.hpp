// MPI_Comm_agree.
#pragma once

#include "mpi_api/failures/agreement/agreement.hpp"

namespace sartor::mpi {

namespace internal {

// What one of the ranks has not acknowledged raises MPI_ERR_PROC_FAILED at all of them.
template <class Program>
int agree_on_flag(Call<Program>& call, MPI_Comm comm, int number, int* flag) noexcept {
    const Members members(call, comm);
    process::failures::Decision decision;
    const int error = agree_on(call, comm, members, number, *flag, 0, decision);
    if (error != MPI_SUCCESS) return error;
    *flag = decision.value[members.other_side()];
    bool is_known_to_all = true;
    for_each_failed(members, decision.failures,
                    [&](int failure, int) { is_known_to_all &= failure <= decision.acknowledged; });
    return call.at(point::AgreementEnds(), is_known_to_all);
}

} // namespace internal

// All members that are alive get the same flag, the AND of those of all that have contributed (in an
// intercommunicator: on the other side), and the same result: MPI_ERR_PROC_FAILED if a member had failed that
// one of them has not acknowledged.
template <class Program>
int comm_agree(Call<Program>& call, MPI_Comm comm, int* flag) noexcept {
    return internal::agree_on_flag(call, comm, internal::number_of_agreement(call, comm), flag);
}

} // namespace sartor::mpi
