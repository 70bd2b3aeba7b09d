// MPI_Ibarrier, MPI_Barrier_init (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/barrier.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_barrier = [](auto& call, MPI_Comm comm, auto...) { return barrier(call, comm); };

template <class Program, class... Arguments>
int ibarrier(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_barrier, arguments...);
}
template <class Program, class... Arguments>
int barrier_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_barrier, arguments...);
}

} // namespace sartor::mpi
