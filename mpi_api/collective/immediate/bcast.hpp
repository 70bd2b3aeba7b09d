// MPI_Ibcast, MPI_Bcast_init (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/bcast.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_bcast = [](auto& call, void* buffer, MPI_Count count, MPI_Datatype type, int root,
                                     MPI_Comm comm,
                                     auto...) { return bcast(call, buffer, count, type, root, comm); };

template <class Program, class... Arguments>
int ibcast(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_bcast, arguments...);
}
template <class Program, class... Arguments>
int bcast_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_bcast, arguments...);
}

} // namespace sartor::mpi
