// MPI_Iscatterv, MPI_Scatterv_init (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/scatterv.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_scatterv = [](auto& call, const void* send_buffer, const auto* counts,
                                        const auto* displacements, MPI_Datatype send_type,
                                        void* receive_buffer, MPI_Count receive_count,
                                        MPI_Datatype receive_type, int root, MPI_Comm comm, auto...) {
    return scatterv(call, send_buffer, counts, displacements, send_type, receive_buffer, receive_count,
                    receive_type, root, comm);
};

template <class Program, class... Arguments>
int iscatterv(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_scatterv, arguments...);
}
template <class Program, class... Arguments>
int scatterv_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_scatterv, arguments...);
}

} // namespace sartor::mpi
