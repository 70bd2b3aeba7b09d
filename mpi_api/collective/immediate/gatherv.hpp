// MPI_Igatherv, MPI_Gatherv_init (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/gatherv.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_gatherv = [](auto& call, const void* send_buffer, MPI_Count send_count,
                                       MPI_Datatype send_type, void* receive_buffer, const auto* counts,
                                       const auto* displacements, MPI_Datatype receive_type, int root,
                                       MPI_Comm comm, auto...) {
    return gatherv(call, send_buffer, send_count, send_type, receive_buffer, counts, displacements,
                   receive_type, root, comm);
};

template <class Program, class... Arguments>
int igatherv(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_gatherv, arguments...);
}
template <class Program, class... Arguments>
int gatherv_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_gatherv, arguments...);
}

} // namespace sartor::mpi
