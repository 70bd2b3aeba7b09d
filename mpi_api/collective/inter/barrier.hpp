// MPI_Barrier between two sides: no rank leaves before the other side has entered (MPI-5.0 section 6.3).
#pragma once

#include "mpi_api/collective/inter/across.hpp"
#include "mpi_api/collective/within/barrier.hpp"

namespace sartor::mpi {

// Two barriers of each group around an exchange between the first ranks.
template <class Program>
int barrier_across(Call<Program>& call, MPI_Comm comm) noexcept {
    const MPI_Comm local = local_side(call, comm);
    if (const int error = internal::barrier_within(call, local);
        error != MPI_SUCCESS && call.at(point::ErrorEnds()))
        return error;
    const auto leader = RemoteRanks{0, call.view(comm).rank() == 0 ? 1 : 0};
    const auto nothing = everywhere(call, nullptr, 0, MPI_BYTE);
    const int error = exchange_across(call, comm, leader, nothing, leader, nothing);
    return error != MPI_SUCCESS && call.at(point::ErrorEnds()) ? error
                                                               : internal::barrier_within(call, local);
}

} // namespace sartor::mpi
