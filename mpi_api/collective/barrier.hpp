// MPI_Barrier (MPI-5.0 section 6.3): a Gather and a Bcast of nothing (EPOS-MPI table 1), both over the tree.
#pragma once

#include "mpi_api/collective/exchange.hpp"
#include "mpi_api/collective/inter/barrier.hpp"
#include "topologies/tree.hpp"

namespace sartor::mpi {

template <class Program>
int barrier(Call<Program>& call, MPI_Comm comm) noexcept {
    if constexpr (Interface<Program>::has_intercommunicators)
        if (call.is_inter(comm)) return barrier_across(call, comm);
    const auto nothing = [](int) { return typename Interface<Program>::Datatypes::Storage{}; };
    const int error = run<collective::Reverse, topologies::Tree>(call, comm, 0, nothing);
    return error != MPI_SUCCESS ? error : run<collective::Straight, topologies::Tree>(call, comm, 0, nothing);
}

} // namespace sartor::mpi
